internal import KumikiValues

/// A reducer that has an index of the rows of an array.
private struct JSONIndexedReducer: ReducerOperator {
  typealias Body = Never

  let base: JSONReducer
  let form: JSONIndexForm

  func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    let index = state.index(form)
    index.steps += 1
    defer { index.steps -= 1 }
    return base._step(into: &state, action: action, in: context)
  }

  func _follow(_ state: inout JSONState, in context: StepContext) -> Effect<JSONAction> {
    base._follow(&state, in: context)
  }

  static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    JSONReducer._mayFollow(&asked)
  }
}

extension JSONReducer {
  /// Indexes rows for this reducer and those inside it, which call ``JSONState/indexed(_:by:)``.
  package func indexed(_ form: JSONIndexForm) -> JSONReducer {
    if mistake != nil { return self }
    let place = JSONShape(
      .watcher(
        JSONWatcher(
          form.name, form.rows, inRows: form.numbers + [form.group].compactMap(\.self))))
    if shape.hereOnce.contains(where: { $0.isWatcher(like: place) }) {
      return JSONReducer(
        mistake: JSONError(
          .invalidPointer, path: form.rows.text,
          message: "these rows are indexed by the same twice around one reducer"))
    }
    return with(
      shape: .all([place, shape]),
      running: AnyReducer(JSONIndexedReducer(base: self, form: form)))
  }
}

extension JSONState {
  /// Returns the index of an operator at this place, made if needed.
  fileprivate mutating func index(_ form: JSONIndexForm) -> JSONRowIndex {
    let place = makePlace()
    if let known = place.indexes.known(form) { return known }
    document.with { $0.changes.watchIndexes() }
    return place.indexes.make(form)
  }

  /// Raises the issue for rows that no operator around the running reducer indexes.
  package func reportMissingIndex(_ rows: String, _ group: String?) {
    let by = group.map { " by \"\($0)\"" } ?? ""
    report(
      .missingIndex,
      "the rows at \"\(rows)\" are not indexed\(by): put kmk_indexed around the reducer that asks",
      at: path + rows)
  }

  /// Returns the rows at a pointer, as indexed by an operator around the running reducer; nil if none does.
  ///
  /// - Parameter group: the value that the rows are grouped by; nil for any.
  package func indexed(_ rows: JSONPointer, by group: JSONPointer?) -> JSONListedRows? {
    var (cursor, keys) = (self, rows.keys)
    while true {
      if let place = cursor.place, place.with({ !$0.indexes.isEmpty }) {
        let found = place.object.indexes.last {
          $0.rows.keys == keys && (group == nil || $0.group == group)
        }
        if let found { return found.current(in: cursor.node) }
      }
      guard let (above, segment) = cursor.above else { return nil }
      cursor = above.pointee
      keys.insert(segment.text, at: 0)
    }
  }
}
