internal import Kumiki

/// A parsed JSON Patch (RFC 6902): operations that turn one value into another.
package struct JSONPatchOperations {
  struct Operation {
    let name: Name
    let path: JSONPointer
    /// For `move` and `copy`.
    let from: JSONPointer
    /// For `add`, `replace` and `test`.
    let value: JSON

    /// - Parameters: texts that are known to be pointers.
    init(_ name: Name, from: String?, path: String, value: JSONNode?) {
      self.name = name
      self.path = Self.pointer(path)
      self.from = from.map(Self.pointer) ?? .root
      self.value = value.map(JSON.init(borrowing:)) ?? .null
    }

    fileprivate init(name: Name, path: JSONPointer, from: JSONPointer, value: JSON) {
      (self.name, self.path, self.from, self.value) = (name, path, from, value)
    }

    private static func pointer(_ text: String) -> JSONPointer {
      guard let pointer = try? JSONPointer(text) else {
        preconditionFailure("\(text) is no pointer")
      }
      return pointer
    }
  }

  enum Name: String, CaseIterable {
    case add, remove, replace, move, copy, test
  }

  private let operations: [Operation]

  init(_ operations: some Sequence<Operation>) { self.operations = Array(operations) }

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

  /// Applies the operations in order and returns the result.
  /// - Throws: an error with the place of the operation that cannot be applied, and the reason.
  package func applied(to value: JSON) throws(JSONError) -> JSON {
    let whole = try value.withNode { node throws(JSONError) in
      try JSONDocument(borrowing: node, Identifiers(isCounting: true))
    }
    for (index, operation) in operations.enumerated() {
      do throws(JSONError) {
        try whole.apply(operation)
      } catch {
        throw JSONError(
          error.kind, path: JSONPointer.root.appending(index: index).text, message: error.message)
      }
    }
    return whole.snapshot
  }

  private static func operation(
    _ json: JSON, _ place: JSONPointer
  ) throws(JSONError) -> Operation {
    guard json.kind == .object else {
      throw JSONError(
        .decode, path: place.text, message: "an operation is an object with \"op\", not \(json)")
    }
    guard let name = json[key: "op"]?.string.flatMap(Name.init) else {
      throw JSONError.expected(
        oneOf: Name.allCases.map(\.rawValue), insteadOf: json[key: "op"]?.node,
        path: place.appending("op").text)
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
    let from = name == .move || name == .copy ? try pointer("from") : .root
    let path = try pointer("path")
    let value = json[key: "value"]
    if value == nil, [.add, .replace, .test].contains(name) {
      throw JSONError(
        .decode, path: place.appending("value").text, message: "\"\(name)\" needs a value")
    }
    return Operation(name: name, path: path, from: from, value: value ?? .null)
  }
}

// MARK: - Applying

extension JSONDocument {
  fileprivate func apply(_ operation: JSONPatchOperations.Operation) throws(JSONError) {
    let path = operation.path
    switch operation.name {
    case .add: try add(operation.value, at: path)
    case .remove: try remove(path)
    case .replace:
      _ = try find(path)
      try write(operation.value, at: path) { (root, value) throws(JSONWriteError) in
        try root.set(path, stealing: value)
      }
    case .move:
      let value = try find(operation.from)
      guard path != operation.from else { return }
      guard !path.isBelow(operation.from) else {
        throw JSONError(.decode, message: "\"\(operation.from.text)\" cannot be moved into itself")
      }
      try remove(operation.from)
      try add(value, at: path)
    case .copy: try add(try find(operation.from), at: path)
    case .test:
      let found = try find(path)
      guard found != operation.value else { return }
      throw JSONError(.decode, message: "\"\(path.text)\" is \(found), not \(operation.value)")
    }
  }

  private func find(_ pointer: JSONPointer) throws(JSONError) -> JSON {
    if let found = snapshot[pointer] { return found }
    throw JSONError(.notFound, message: "nothing is at \"\(pointer.text)\"")
  }

  private func add(_ value: JSON, at pointer: JSONPointer) throws(JSONError) {
    let keys = pointer.keys
    for count in keys.indices { _ = try find(JSONPointer(keys: Array(keys[..<count]))) }
    try write(value, at: pointer) { (root, value) throws(JSONWriteError) in
      try root.insert(pointer, stealing: value)
    }
  }

  private func remove(_ pointer: JSONPointer) throws(JSONError) {
    guard !pointer.isRoot else {
      throw JSONError(.decode, message: "the whole value cannot be removed")
    }
    _ = try find(pointer)
    try write(.null, at: pointer) { (root, _) throws(JSONWriteError) in try root.remove(pointer) }
  }

  /// Writes a value at a pointer whose container exists; `body` takes ownership of the value.
  private func write(
    _ value: JSON, at pointer: JSONPointer,
    _ body: (inout JSONState, JSONNode) throws(JSONWriteError) -> Void
  ) throws(JSONError) {
    var root = JSONState(self)
    do throws(JSONWriteError) {
      try body(&root, value.retained())
    } catch {
      guard error == .notFound else {
        try JSONMeasure.check([snapshot, value])
        throw .tooDeep(path: "")
      }
      let container = try find(pointer.withoutLast)
      throw JSONError(
        .notFound,
        message: container.kind == .array
          ? "\"\(pointer.text)\" is no place in an array of \(container.count)"
          : "\"\(pointer.text)\" is below \(container), which has no members")
    }
  }
}
