internal import Kumiki

/// A JSON Patch (RFC 6902) that was read: operations that make one value of another.
package struct JSONPatchOperations {
  private enum Operation {
    case add(JSONPointer, JSON)
    case remove(JSONPointer)
    case replace(JSONPointer, JSON)
    case move(from: JSONPointer, to: JSONPointer)
    case copy(from: JSONPointer, to: JSONPointer)
    case test(JSONPointer, JSON)
  }

  private let operations: [Operation]

  /// Reads a patch.
  /// - Throws: `decode`, with the place in the patch.
  package init(_ json: JSON) throws(JSONError) {
    guard json.kind == .array else {
      throw JSONError(.decode, message: "a JSON Patch is an array of operations, not \(json)")
    }
    var operations: [Operation] = []
    for index in 0..<json.count {
      operations.append(
        try Self.operation(json[index: index]!, JSONPointer.root.appending(index: index)))
    }
    self.operations = operations
  }

  /// The value that the operations make of another, one after the other.
  /// - Throws: with the place of the operation that cannot be applied, and why.
  package func applied(to value: JSON) throws(JSONError) -> JSON {
    let whole = try value.withNode { node throws(JSONError) in
      try JSONDocument(borrowing: node, Identifiers(isCounting: true))
    }
    for (index, operation) in operations.enumerated() {
      do throws(JSONError) {
        try Self.apply(operation, to: whole)
      } catch {
        throw JSONError(
          error.kind, path: JSONPointer.root.appending(index: index).text, message: error.message)
      }
    }
    return whole.snapshot
  }
}

// MARK: - Reading

extension JSONPatchOperations {
  private static let names = ["add", "remove", "replace", "move", "copy", "test"]

  private static func operation(
    _ json: JSON, _ place: JSONPointer
  ) throws(JSONError) -> Operation {
    guard json.kind == .object else {
      throw JSONError(
        .decode, path: place.text, message: "an operation is an object with \"op\", not \(json)")
    }
    guard let name = json[key: "op"]?.string else {
      throw JSONError.expected(
        oneOf: names, insteadOf: json[key: "op"]?.node, path: place.appending("op").text)
    }
    func pointer(_ member: String) throws(JSONError) -> JSONPointer {
      let path = place.appending(member).text
      guard let text = json[key: member]?.string else {
        throw JSONError(.decode, path: path, message: "expected a JSON Pointer")
      }
      do throws(JSONError) { return try JSONPointer(text) } catch {
        throw JSONError(.decode, path: path, message: error.message)
      }
    }
    func value() throws(JSONError) -> JSON {
      if let value = json[key: "value"] { return value }
      throw JSONError(
        .decode, path: place.appending("value").text, message: "\"\(name)\" needs a value")
    }
    switch name {
    case "add": return .add(try pointer("path"), try value())
    case "remove": return .remove(try pointer("path"))
    case "replace": return .replace(try pointer("path"), try value())
    case "move": return .move(from: try pointer("from"), to: try pointer("path"))
    case "copy": return .copy(from: try pointer("from"), to: try pointer("path"))
    case "test": return .test(try pointer("path"), try value())
    default:
      throw JSONError.expected(
        oneOf: names, insteadOf: json[key: "op"]?.node, path: place.appending("op").text)
    }
  }
}

// MARK: - Applying

extension JSONPatchOperations {
  private static func apply(
    _ operation: Operation, to whole: JSONDocument
  ) throws(JSONError) {
    switch operation {
    case .add(let pointer, let value): try add(value, at: pointer, to: whole)
    case .remove(let pointer): try remove(pointer, from: whole)
    case .replace(let pointer, let value):
      _ = try find(pointer, in: whole)
      try write(value, at: pointer, to: whole) { (root) throws(JSONWriteError) in
        try root.set(pointer, stealing: value.retained())
      }
    case .move(let from, let to):
      let value = try find(from, in: whole)
      guard from != to else { return }
      guard !to.isBelow(from) else {
        throw JSONError(.decode, message: "\"\(from.text)\" cannot be moved into itself")
      }
      try remove(from, from: whole)
      try add(value, at: to, to: whole)
    case .copy(let from, let to): try add(try find(from, in: whole), at: to, to: whole)
    case .test(let pointer, let value):
      let found = try find(pointer, in: whole)
      if found == value { return }
      throw JSONError(
        .decode, message: "\"\(pointer.text)\" is \(found), not \(value)")
    }
  }

  private static func find(
    _ pointer: JSONPointer, in whole: JSONDocument
  ) throws(JSONError) -> JSON {
    if let found = whole.snapshot[pointer] { return found }
    throw JSONError(.notFound, message: "nothing is at \"\(pointer.text)\"")
  }

  private static func add(
    _ value: JSON, at pointer: JSONPointer, to whole: JSONDocument
  ) throws(JSONError) {
    for count in 0..<pointer.keys.count {
      _ = try find(JSONPointer(keys: Array(pointer.keys[..<count])), in: whole)
    }
    try write(value, at: pointer, to: whole) { (root) throws(JSONWriteError) in
      try root.insert(pointer, stealing: value.retained())
    }
  }

  private static func remove(
    _ pointer: JSONPointer, from whole: JSONDocument
  ) throws(JSONError) {
    guard !pointer.isRoot else {
      throw JSONError(.decode, message: "the whole value cannot be removed")
    }
    _ = try find(pointer, in: whole)
    try write(.null, at: pointer, to: whole) { (root) throws(JSONWriteError) in
      try root.remove(pointer)
    }
  }

  /// Writes at a pointer to a place in a container that is there.
  private static func write(
    _ value: JSON, at pointer: JSONPointer, to whole: JSONDocument,
    _ body: (inout JSONState) throws(JSONWriteError) -> Void
  ) throws(JSONError) {
    var root = JSONState(whole)
    do throws(JSONWriteError) {
      try body(&root)
    } catch {
      guard error == .notFound else {
        try JSONMeasure.check([whole.snapshot, value])
        throw .tooDeep(path: "")
      }
      let container = try find(pointer.withoutLast, in: whole)
      throw JSONError(
        .notFound,
        message: container.kind == .array
          ? "\"\(pointer.text)\" is no place in an array of \(container.count)"
          : "\"\(pointer.text)\" is below \(container), which has no members")
    }
  }
}
