internal import CJansson
package import Kumiki

/// What an operator sees of the rows of a JSON array.
package protocol JSONRowsViewing: RowCollection where Element == JSONState {
  /// - Parameters:
  ///   - cursor: by which the rows were reached, valid for that access.
  ///   - rows: retained by their place.
  init(cursor: UnsafeMutablePointer<JSONState>, rows: Unmanaged<JSONRows>)
}

/// Reaches the rows of a JSON array, or a JSON path.
///
/// A class, as ``JSONSlotOptic``.
package final class JSONRowsOptic<View: JSONRowsViewing>: JSONPointerOptic, @unchecked Sendable {
  let pointer: JSONPointer
  private let steps: JSONSteps
  let form: JSONRowsForm

  init(_ pointer: JSONPointer, _ form: JSONRowsForm) {
    self.pointer = pointer
    steps = pointer.segments
    self.form = form
  }

  package var absence: Issue.Code { form.isPath ? .missingStackElement : .missingElement }

  package func modify<Result>(
    _ root: inout JSONState, _ body: (inout View) -> Result
  ) -> Result? {
    let optic = Unmanaged.passUnretained(self)
    return root.descend(steps) { cursor in
      let rows = cursor.knownRows ?? optic._withUnsafeGuaranteedRef { $0.makeRows(&cursor) }
      return withUnsafeMutablePointer(to: &cursor) { cursor in
        var view = View(cursor: cursor, rows: rows)
        return body(&view)
      }
    }
  }

  @inline(never)
  private func makeRows(_ cursor: inout JSONState) -> Unmanaged<JSONRows> {
    .passUnretained(cursor.meetRows(form))
  }
}
