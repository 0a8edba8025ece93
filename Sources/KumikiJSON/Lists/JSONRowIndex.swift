internal import KumikiValues

/// The rows that an index counts, the value that it groups them by, and the numbers that it sums.
package final class JSONIndexForm: Sendable {
  /// The pointer from the operator's state to the array.
  let rows: JSONPointer
  /// The pointer from a row to the value that rows of a group have in common; nil for one group of all rows.
  let group: JSONPointer?
  let numbers: [JSONPointer]

  package init(_ rows: JSONPointer, by group: JSONPointer?, numbers: [JSONPointer]) {
    (self.rows, self.group, self.numbers) = (rows, group, numbers)
  }

  /// The description for messages.
  var name: String {
    "indexed \(rows.text(atMost: 64))" + (group.map { " by \($0.text(atMost: 64))" } ?? "")
  }
}

/// The counts and totals of the rows of an array, for the reducers of one place. They are correct at each step.
///
/// Writes are recorded as they happen, and applied to the list when a reducer queries it. Thus the first query
/// after a row has changed costs O(log *n*), and the change itself almost nothing.
final class JSONRowIndex {
  let form: JSONIndexForm
  /// The number of the operator's steps in progress. The index can be queried only inside them.
  var steps = 0
  private let rows: JSONListedRows
  private var changes = JSONChanges(keepsBefore: false)
  /// The number of writes in `changes`.
  private var noted = 0
  /// Whether the rows must be read from the start.
  private var isWholeDue = true

  init(_ form: JSONIndexForm) {
    self.form = form
    // The window is empty, because no observer receives edits.
    rows = JSONListedRows(
      group: form.group.map(JSONRowSort.init), numbers: form.numbers, RowWindow(limit: 0))
  }

  // MARK: Writes

  /// Records a write at or below the operator's place.
  func note(_ write: JSONWrite, _ place: JSONWritePlace) {
    if isWholeDue { return }
    let steps = form.rows.segments
    guard withExtendedLifetime(form, { place.isAlong(steps) }) else { return }
    if place.count < steps.count { return invalidate() }
    var inside = place
    inside.dropped += steps.count
    changes.note(write, inside)
    noted += 1
    // A feature that rarely queries pays for reading all rows instead of an ever-growing record.
    if noted > 2 * rows.list.sourceCount + 64 { invalidate() }
  }

  /// Records that a value around the rows was replaced.
  func invalidate() {
    isWholeDue = true
    forgetChanges()
  }

  private func forgetChanges() {
    changes.reset()
    noted = 0
  }

  // MARK: Reading

  /// Returns the rows in the operator's current state.
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
    // Frees the entries of rows that have left, for reuse.
    _ = rows.list.takeEdits { _, _ in }
    return rows
  }
}
