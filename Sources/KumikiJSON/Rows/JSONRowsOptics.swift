internal import CJansson
package import Kumiki

/// Reaches the rows of a JSON array.
///
/// A class, as ``JSONSlotOptic``.
package final class JSONRowsOptic: JSONPointerOptic, @unchecked Sendable {
  let pointer: JSONPointer
  private let steps: JSONSteps
  private let form: JSONRowsForm

  init(pointer: JSONPointer, form: JSONRowsForm) {
    self.pointer = pointer
    steps = pointer.segments
    self.form = form
  }

  package var absence: Issue.Code { .missingElement }

  package func modify<Result>(
    _ root: inout JSONState, _ body: (inout JSONRowsView) -> Result
  ) -> Result? {
    let optic = Unmanaged.passUnretained(self)
    return root.descend(steps) { cursor in
      let rows = cursor.knownRows ?? optic._withUnsafeGuaranteedRef { $0.makeRows(&cursor) }
      return withUnsafeMutablePointer(to: &cursor) { cursor in
        var view = JSONRowsView(cursor: cursor, rows: rows)
        return body(&view)
      }
    }
  }

  @inline(never)
  private func makeRows(_ cursor: inout JSONState) -> Unmanaged<JSONRows> {
    .passUnretained(cursor.meetRows(form))
  }
}

/// Reaches a JSON path.
package struct JSONPathOptic: JSONPointerOptic, @unchecked Sendable {
  let pointer: JSONPointer
  let form: JSONRowsForm

  package var absence: Issue.Code { .missingStackElement }

  package func modify<Result>(
    _ root: inout JSONState, _ body: (inout JSONPathView) -> Result
  ) -> Result? {
    return root.descend(pointer) { cursor in
      let rows = cursor.meetRows(form)
      var view = JSONPathView(cursor: cursor, rows: rows)
      let result = body(&view)
      cursor.node = view.cursor.node
      return result
    }
  }
}
