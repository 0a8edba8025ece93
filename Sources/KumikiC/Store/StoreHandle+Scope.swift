internal import CKumiki
internal import KumikiJSON

extension StoreHandle {
  /// Returns a scoped store for the part at a pointer, whose actions are under a case path.
  func scope(_ pointer: JSONPointer, _ path: JSONCasePath) throws -> StoreHandle {
    try view(of: place.appending(pointer, path), pointer) { try mismatch(pointer) }
  }

  /// Returns a scoped store for the row or element with an id.
  func scope(row id: JSON, of array: JSONPointer, _ path: JSONCasePath) throws -> StoreHandle {
    try view(of: place.appending(row: id, of: array, path), array) {
      try absence(of: id, in: array)
    }
  }

  /// Returns a new reference to the state of the row or element with an id.
  func newRow(_ id: JSON, of array: JSONPointer) throws -> JSONNode {
    let row = StorePart(base.appending(row: id, of: array), .root)
    try checkReading(of: row)
    if let found = try source.newValue(of: row), let found { return found }
    if try !source.exists(base), let last = view.last?.row(id, of: array) {
      return last.retained()
    }
    throw Failure(
      KMK_ERR_NOT_FOUND, try misspelling(of: array) ?? absence(of: id, in: array),
      path: array.shortText)
  }

  /// Returns the mistake in a pointer where no value can ever be; nil for any other pointer.
  func misspelling(of pointer: JSONPointer) -> String? {
    do {
      try source.checkPlace(base.appending(pointer), "")
      return nil
    } catch { return Failure(any: error).message }
  }

  /// Returns why a row is missing.
  private func absence(of id: JSON, in array: JSONPointer) throws -> String {
    try source.rowIDs(at: base.appending(array)) == nil
      ? "no kmk_for_each or kmk_stack is attached there" : "no row has the id \(id)"
  }

  private func view(
    of place: ViewPlace, _ pointer: JSONPointer, mismatch: () throws -> String
  ) throws -> StoreHandle {
    try checkReading(of: StorePart(place.state, .root))
    if let known = source.life.view(of: place) as? StoreHandle, try source.exists(place.state) {
      return known
    }
    try source.checkPlace(base.appending(pointer), "pointer")
    guard try source.exists(place.state) else {
      throw Failure(KMK_ERR_NOT_FOUND, try mismatch(), path: pointer.shortText)
    }
    return StoreHandle(source, loopHandle, place)
  }

  /// Returns why a part cannot be scoped to: the value is null, or an enum in another case.
  private func mismatch(_ pointer: JSONPointer) throws -> String {
    guard let name = pointer.lastKey, let around = try part(pointer.withoutLast), !around.isNull,
      let found = around.withNode({
        JSONCase.of($0).map { String(decoding: $0.key, as: UTF8.self) }
      }),
      found != name
    else { return "there is no value to scope to" }
    return "there is no value to scope to: expected the case \(name); found \(found)"
  }
}

extension StoreSource {
  /// Returns a scoped store's action as an action of the whole store. Returns nil, and so drops the action, if it is
  /// the write of a binding through a scoped store whose state is gone.
  func wrapped(_ action: JSONNode, of place: ViewPlace) throws -> JSON? {
    try requireAction(action)
    let whole = place.wrap(JSON(borrowing: action))
    let isDropped = try whole.withNode { node in
      try node.looksLikeBinding && !isReducing && !exists(place.state) && isBinding(node)
    }
    // A plain `nil` would be the JSON null.
    return isDropped ? Optional.none : whole
  }
}

extension JSONError {
  /// Returns this error of a whole store's action with its path relative to the part at `outer`.
  func inside(_ outer: String) -> JSONError {
    guard path.hasPrefix(outer) else { return self }
    return JSONError(
      kind, position: position, path: String(path.dropFirst(outer.count)), message: message)
  }
}
