internal import KumikiValues

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
