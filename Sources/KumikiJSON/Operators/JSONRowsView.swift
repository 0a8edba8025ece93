internal import KumikiValues

/// The rows of a JSON array, as an operator sees them.
protocol JSONRowsViewing: RowCollection where Element == JSONState {
  /// The cursor to the rows, valid during the access, and the index of the rows, retained by their place.
  var cursor: JSONCursor { get }
  var rows: Uncounted<JSONRows> { get }
  init(cursor: JSONCursor, rows: Uncounted<JSONRows>)
}

extension JSONRowsViewing {
  var isThere: Bool { cursor.pointee.node?.isArray == true }
}

/// Accesses the rows of a JSON array, or a navigation path. A class for the same reason as ``JSONSlotOptic``.
final class JSONRowsOptic<View: JSONRowsViewing>: JSONPointerOptic, @unchecked Sendable {
  let pointer: JSONPointer
  private let steps: JSONSteps
  let form: JSONRowsForm

  init(_ pointer: JSONPointer, _ form: JSONRowsForm) {
    self.pointer = pointer
    steps = pointer.segments
    self.form = form
  }

  var isOptional: Bool { false }
  var absence: Issue.Code { form.isPath ? .missingStackElement : .missingElement }

  func modify<Result>(
    _ root: inout JSONState, _ body: (inout View) -> Result
  ) -> Result? {
    let optic = Uncounted(self)
    return root.visit(steps) { cursor in
      let rows = cursor.knownRows ?? optic.with { $0.makeRows(&cursor) }
      return JSONCursor.with(&cursor) { cursor in
        var view = View(cursor: cursor, rows: rows)
        return body(&view)
      }
    }
  }

  @inline(never)
  private func makeRows(_ cursor: inout JSONState) -> Uncounted<JSONRows> {
    Uncounted(cursor.indexUnrequiredRows(form))
  }
}

/// The rows of a JSON array, for the for-each operator.
struct JSONRowsView: JSONRowsViewing {
  let cursor: JSONCursor
  let rows: Uncounted<JSONRows>

  private func index(of id: JSONRowID) -> Int? {
    rows.with { $0.index(of: id.node, in: cursor.pointee.node) }
  }

  func visitLeft(since mark: inout RowLogMark, _ visit: (JSONRowID) -> Void) -> Bool {
    rows.with { $0.visitLeft(since: &mark, visit) }
  }

  mutating func visitFollowed(
    since _: inout RowLogMark, _ visit: (JSONRowID, inout JSONRowsView) -> Void
  ) {
    cursor.pointee.visitWritten(rows.with { $0.idKey.segment }) { element in
      guard let id = rows.with({ $0.id(of: element) }) else { return }
      visit(JSONRowID(borrowing: id), &self)
    }
  }

  func contains(id: JSONRowID) -> Bool { index(of: id) != nil }

  mutating func modifyRow<Result>(
    id: JSONRowID, _ body: (inout JSONState) -> Result
  ) -> Result? {
    guard let index = index(of: id) else { return nil }
    let rows = rows
    let document = cursor.pointee.document
    let structure = document.with { $0.burst.structure }
    return cursor.pointee.stepRow(index) { row in
      rows.with { $0.isInStep = true }
      let result = body(&row)
      // If a row changes its id, the collection's structure changes.
      if document.with({ $0.burst.structure }) != structure {
        rows.with { row.restoreID(id.node, $0, at: index) }
      }
      rows.with { $0.isInStep = false }
      return result
    }
  }
}

/// The entries of a navigation path, for the stack operator: `[{"id": 0, "element": S}, …]`.
struct JSONPathView: JSONRowsViewing, PathCollection {
  let cursor: JSONCursor
  let rows: Uncounted<JSONRows>

  private func index(of id: StackElementID) -> Int? {
    rows.with { $0.index(of: id, in: cursor.pointee.node) }
  }

  func visitLeft(since mark: inout RowLogMark, _ visit: (StackElementID) -> Void) -> Bool {
    rows.with { rows in
      rows.visitLeft(since: &mark) { if let id = StackElementID($0.node) { visit(id) } }
    }
  }

  mutating func visitFollowed(
    since _: inout RowLogMark, _ visit: (StackElementID, inout JSONPathView) -> Void
  ) {
    cursor.pointee.visitWritten(rows.with { $0.idKey.segment }) { entry in
      guard let id = JSONPathForm.id.member(of: entry).flatMap(StackElementID.init) else { return }
      visit(id, &self)
    }
  }

  func contains(id: StackElementID) -> Bool { index(of: id) != nil }

  mutating func modifyRow<Result>(
    id: StackElementID, _ body: (inout JSONState) -> Result
  ) -> Result? {
    guard let index = index(of: id) else { return nil }
    return cursor.pointee.stepRow(index) { entry in entry.step(JSONPathForm.element.step, body) }
  }

  mutating func push(_ source: JSONAction, as id: StackElementID) -> Bool {
    do throws(JSONWriteError) { try cursor.pointee.append(entry: source.json, id) } catch {
      cursor.pointee.report(error, "nothing was pushed")
      return error == .notFound
    }
    return true
  }

  mutating func pop(from id: StackElementID) {
    guard let index = index(of: id) else { return }
    cursor.pointee.truncate(to: index)
  }

  mutating func replace(with path: JSONAction) -> Bool {
    if rows.with({ $0.form.duplicate(in: path.node) }) != nil { return false }
    do throws(JSONWriteError) {
      try cursor.pointee.keepingIDs { (cursor) throws(JSONWriteError) in
        // Plain elements get their ids first, so that the limits include the entries.
        let entries = JSONPathForm.normalized(path.json, cursor.identifiers) ?? path.json
        try cursor.set(.root, stealing: entries.retained())
      }
    } catch {
      cursor.pointee.report(error, "the path stays as it was")
    }
    return true
  }
}
