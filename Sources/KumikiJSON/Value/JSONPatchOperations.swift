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
    var value = value
    for (index, operation) in operations.enumerated() {
      do throws(JSONError) {
        value = try Self.apply(operation, to: value)
      } catch {
        throw JSONError(
          error.kind, path: JSONPointer.root.appending(index: index).text, message: error.message)
      }
    }
    return value
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
  private static func apply(_ operation: Operation, to root: JSON) throws(JSONError) -> JSON {
    switch operation {
    case .add(let pointer, let value): return try adding(value, at: pointer, in: root)
    case .remove(let pointer): return try removing(pointer, from: root)
    case .replace(let pointer, let value):
      guard !pointer.isRoot else { return value }
      _ = try find(pointer, in: root)
      return try root.changing(pointer) { container, step in
        container.kind == .object
          ? container.setting(step.text, to: value)
          : container.replacing(at: step.index, with: value)
      }
    case .move(let from, let to):
      let value = try find(from, in: root)
      guard from.text != to.text else { return root }
      guard !(to.text + "/").hasPrefix(from.text + "/") else {
        throw JSONError(.decode, message: "\"\(from.text)\" cannot be moved into itself")
      }
      return try adding(value, at: to, in: try removing(from, from: root))
    case .copy(let from, let to):
      let copied = try adding(try find(from, in: root), at: to, in: root)
      // Measured, since copies of copies grow exponentially.
      try JSONMeasure.check(copied)
      return copied
    case .test(let pointer, let value):
      let found = try find(pointer, in: root)
      if found == value { return root }
      throw JSONError(
        .decode, message: "\"\(pointer.text)\" is \(found), not \(value)")
    }
  }

  private static func find(_ pointer: JSONPointer, in root: JSON) throws(JSONError) -> JSON {
    if let found = root[pointer] { return found }
    throw JSONError(.notFound, message: "nothing is at \"\(pointer.text)\"")
  }

  private static func adding(
    _ value: JSON, at pointer: JSONPointer, in root: JSON
  ) throws(JSONError) -> JSON {
    guard !pointer.isRoot else { return value }
    return try root.changing(pointer) { container, step throws(JSONError) in
      switch container.kind {
      case .object: return container.setting(step.text, to: value)
      case .array:
        let index = step.isAppend ? container.count : step.index
        guard (0...container.count).contains(index) else {
          throw JSONError(
            .notFound,
            message: "\"\(pointer.text)\" is no place in an array of \(container.count)")
        }
        return container.inserting(value, at: index)
      default:
        throw JSONError(
          .notFound, message: "\"\(pointer.text)\" is below \(container), which has no members")
      }
    }
  }

  private static func removing(
    _ pointer: JSONPointer, from root: JSON
  ) throws(JSONError) -> JSON {
    guard !pointer.isRoot else {
      throw JSONError(.decode, message: "the whole value cannot be removed")
    }
    _ = try find(pointer, in: root)
    return try root.changing(pointer) { container, step in
      container.kind == .object ? container.removing(step.text) : container.removing(at: step.index)
    }
  }
}
