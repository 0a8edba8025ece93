internal import KumikiValues

extension JSONPatchOperations {
  /// Applies the operations in order and returns the result; null if the whole value is removed.
  /// - Throws: an error with the place of the operation that cannot be applied, and the reason.
  package func applied(to value: JSON) throws(JSONError) -> JSON {
    let whole = try JSONDocument(value, Identifiers(isCounting: true))
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
}

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
    _ = try find(pointer)
    try write(.null, at: pointer) { (root, _) throws(JSONWriteError) in try root.remove(pointer) }
  }

  /// Writes a value at a pointer whose container exists. `body` takes ownership of the value.
  private func write(
    _ value: JSON, at pointer: JSONPointer,
    _ body: (inout JSONState, JSONNode) throws(JSONWriteError) -> Void
  ) throws(JSONError) {
    var root = JSONState(self)
    do throws(JSONWriteError) {
      try body(&root, value.retained())
    } catch {
      guard error == .notFound else {
        if error == .noMemory { throw .outOfMemory }
        try JSONMeasure.check([snapshot, value])
        throw .tooDeep(path: "")
      }
      let container = try find(pointer.withoutLast)
      throw JSONError(
        .notFound,
        message: container.kind == .array
          ? "\"\(pointer.text)\" is not a place in an array of \(container.count)"
          : "\"\(pointer.text)\" is below \(container), which has no members")
    }
  }
}
