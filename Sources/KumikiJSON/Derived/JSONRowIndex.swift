internal import Kumiki

/// Which rows an index counts, by what, and which of their numbers it sums.
package final class JSONIndexForm: Sendable {
  /// From the operator's state to the array.
  let rows: JSONPointer
  /// From a row to the value that the rows of a group have in common; nil for one group of all.
  let group: JSONPointer?
  let numbers: [JSONPointer]

  package init(_ rows: JSONPointer, by group: JSONPointer?, numbers: [JSONPointer]) {
    (self.rows, self.group, self.numbers) = (rows, group, numbers)
  }

  /// For messages.
  var name: String {
    "indexed \(rows.text(atMost: 64))" + (group.map { " by \($0.text(atMost: 64))" } ?? "")
  }
}

/// What the rows of an array amount to, for the reducers of one place: right at each step.
///
/// Writes are noted as they happen, and taken into the list of the rows when a reducer asks. So a row's change
/// costs O(log *n*) for the question after it, and next to nothing until then.
final class JSONRowIndex {
  let form: JSONIndexForm
  /// How many steps of the operator are under way; an index is known inside of them.
  var steps = 0
  private let rows: JSONListedRows
  private var changes = JSONChanges(keepsBefore: false)
  /// How many writes are in `changes`.
  private var noted = 0
  /// Whether the rows have to be read anew.
  private var isWholeDue = true

  init(_ form: JSONIndexForm) {
    self.form = form
    // Nobody is told of edits, so none are shown.
    rows = JSONListedRows(
      group: form.group.map(JSONRowSort.init), numbers: form.numbers, RowWindow(limit: 0))
  }

  // MARK: Writes

  /// Notes a write at or below the operator's place.
  func note(_ write: JSONWrite, _ place: JSONWritePlace) {
    if isWholeDue { return }
    let way = form.rows.segments
    guard withExtendedLifetime(form, { place.isAlong(way) }) else { return }
    if place.count < way.count { return invalidate() }
    var inside = place
    inside.dropped += way.count
    changes.note(write, inside)
    noted += 1
    // A feature that asks seldom pays for reading the rows, and not for a record without end.
    if noted > 2 * rows.list.sourceCount + 64 { invalidate() }
  }

  /// Notes that the value around the rows was replaced.
  func invalidate() {
    isWholeDue = true
    forgetChanges()
  }

  private func forgetChanges() {
    changes.reset()
    noted = 0
  }

  // MARK: Reading

  /// The rows as they are in the operator's state now.
  func current(in state: JSONNode?) -> JSONListedRows {
    if !isWholeDue, changes.isEmpty { return rows }
    let array = state.flatMap { form.rows.resolve(in: $0) }
    if !isWholeDue, let array, !changes[JSONChanges.root].isWhole {
      rows.take(changes, JSONChanges.root, array) { _ in true }
    } else {
      rows.begin(by: [])
      rows.fill(array) { _ in true }
      isWholeDue = false
    }
    forgetChanges()
    // So that the entries of rows that have gone are used again.
    _ = rows.list.takeEdits { _, _ in }
    return rows
  }
}

// MARK: - The operator

/// A reducer in which the rows of an array are counted.
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
  /// Counts rows for this reducer and all inside it, which ask by ``JSONState/indexed(_:by:)``.
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
  /// The index of an operator at this place, made if needed.
  fileprivate mutating func index(_ form: JSONIndexForm) -> JSONRowIndex {
    let place = makePlace()
    if let known = place.indexes.first(where: { $0.form === form }) { return known }
    let made = JSONRowIndex(form)
    place.indexes.append(made)
    document.with { $0.changes.watchIndexes() }
    return made
  }

  /// Raises the issue of rows that no operator around the running reducer counts.
  package func reportMissingIndex(_ rows: String, _ group: String?) {
    let by = group.map { " by \"\($0)\"" } ?? ""
    report(
      .missingIndex,
      "the rows at \"\(rows)\" are not indexed\(by): put kmk_indexed around the reducer that asks",
      at: path + rows)
  }

  /// The rows at a pointer, as an operator around the running reducer counts them; nil if none does.
  ///
  /// - Parameter group: by what they are counted; nil for any.
  package func indexed(_ rows: JSONPointer, by group: JSONPointer?) -> JSONListedRows? {
    var (cursor, keys) = (self, rows.keys)
    while true {
      if let place = cursor.place, place.with({ !$0.indexes.isEmpty }) {
        let found = place.object.indexes.last {
          $0.steps > 0 && $0.form.rows.keys == keys && (group == nil || $0.form.group == group)
        }
        if let found { return found.current(in: cursor.node) }
      }
      guard let (above, segment) = cursor.above else { return nil }
      cursor = above.pointee
      keys.insert(segment.text, at: 0)
    }
  }
}
