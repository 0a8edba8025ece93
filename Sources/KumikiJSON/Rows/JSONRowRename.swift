internal import Kumiki

/// What a write does to the id of a row: a write of the row, of its id, or of something inside of the id.
struct JSONRowRename {
  let rows: JSONRows
  /// The array, and where the row is in it.
  let array: JSONCursor
  let index: Int
  let before: JSON?
  let after: JSON?

  /// Of a write of the whole row.
  init(_ rows: JSONRows, _ array: JSONCursor, _ index: Int, _ row: JSONNode, by value: JSONNode) {
    self.rows = rows
    self.array = array
    self.index = index
    before = rows.id(of: row).map(JSON.init(borrowing:))
    after = rows.id(of: value).map(JSON.init(borrowing:))
  }

  /// Of a write at or inside of the id.
  fileprivate init(
    _ rows: JSONRows, _ row: JSONCursor, _ array: JSONCursor, at pointer: [String],
    by name: JSONPatchOperations.Name, _ value: JSONNode?
  ) {
    self.rows = rows
    self.array = array
    index = row.pointee.segment?.pointee.index ?? 0
    let id = row.pointee.node.flatMap { rows.id(of: $0) }.map(JSON.init(borrowing:))
    before = id
    guard !pointer.isEmpty, let id else {
      after = value.map(JSON.init(borrowing:))
      return
    }
    let operation = JSONPatchOperations.Operation(
      name, from: nil, path: JSONPointer(keys: pointer).text, value: value)
    // Where it cannot be done it is not done to the state either.
    after = (try? JSONPatchOperations([operation]).applied(to: id)) ?? id
  }
}

// A write at or inside of a row's id gives the row another id, whoever writes it, and however.
extension JSONState {
  /// The row whose id this is, or is inside of.
  var rowOfID: JSONCursor? {
    guard document.with({ $0.hasRows }), var key = segment, var row = parent else { return nil }
    while let array = row.pointee.parent {
      let isID = array.pointee.place?.with { place in
        place.idStep.map { $0.pointee.raw.isEqual(to: key.pointee.raw) } ?? false
      }
      if isID == true { return row }
      guard let above = row.pointee.segment else { return nil }
      key = above
      row = array
    }
    return nil
  }

  /// What an operation of a JSON Patch here, or one step below, does to the id of a row; nil where this is
  /// in none.
  func rename(
    by name: JSONPatchOperations.Name, at step: JSONPointer.Segment? = nil, _ value: JSONNode? = nil
  ) -> JSONRowRename? {
    guard let row = rowOfID, let array = row.pointee.parent, let rows = array.pointee.rows else {
      return nil
    }
    let above = row.pointee.keys.count + 1
    let pointer = keys[above...] + (step.map { [$0.text] } ?? [])
    return JSONRowRename(rows, row, array, at: Array(pointer), by: name, value)
  }

  /// Refuses an id that another row has.
  func admit(_ rename: JSONRowRename) throws(JSONWriteError) {
    guard rename.before != rename.after, let after = rename.after,
      let array = rename.array.pointee.node,
      let other = rename.rows.index(of: after, in: array), other != rename.index
    else { return }
    throw duplicate(after)
  }

  /// Does a write that was admitted: with another id the row has another place, and new presentations.
  mutating func renaming(
    _ rename: JSONRowRename?, _ write: (inout JSONState) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    guard let rename, rename.before != rename.after, let array = rename.array.pointee.node else {
      return try write(&self)
    }
    let (rows, index) = (rename.rows, rename.index)
    let leaving = rows.leaving(rename.before, at: index, in: array)
    try write(&self)
    noteStructure()
    leaving.map { place, row in row.withNode { place.keepLast($0, becoming: nil) } }
    document.with { rows.renamed(rename.before, to: rename.after, at: index, in: $0) }
  }

  /// Called on an array, one of whose rows has got another id by a write inside of it.
  mutating func renamedRow(_ rename: JSONRowRename) {
    if rename.before == rename.after || rename.rows.isInStep { return }
    stepRow(rename.index) { $0.arrived() }
    changedElements()
  }
}
