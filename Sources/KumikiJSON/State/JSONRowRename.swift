internal import KumikiValues

/// The change of a row's id by a write: of the row, of its id, or inside the id.
struct JSONRowRename {
  let rows: JSONRows
  /// The array, and the row's index in it.
  let array: JSONCursor
  let index: Int
  let before: JSON?
  let after: JSON?

  /// Makes the change for a write of the whole row.
  init(_ rows: JSONRows, _ array: JSONCursor, _ index: Int, _ row: JSONNode, by value: JSONNode) {
    self.rows = rows
    self.array = array
    self.index = index
    before = rows.id(of: row).map(JSON.init(borrowing:))
    after = rows.id(of: value).map(JSON.init(borrowing:))
  }

  /// Makes the change for a write at or inside the id.
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
      name: name, path: JSONPointer(keys: pointer), from: .root,
      value: value.map(JSON.init(borrowing:)) ?? .null)
    // A write that is invalid here also fails on the state.
    after = (try? JSONPatchOperations([operation]).applied(to: id)) ?? id
  }
}

// A write at or inside a row's id gives the row another id, whatever the source of the write.
extension JSONState {
  /// The row whose id is at this place or contains it.
  var rowOfID: JSONCursor? {
    guard document.with({ $0.hasRows }), var key = segment, var row = parent else { return nil }
    while let array = row.pointee.parent {
      let isID = array.pointee.place?.with { place in
        place.rows.idStep.map { $0.pointee.raw.isEqual(to: key.pointee.raw) } ?? false
      }
      if isID == true { return row }
      guard let above = row.pointee.segment else { return nil }
      key = above
      row = array
    }
    return nil
  }

  /// Returns how a JSON Patch operation here, or one step below, changes the id of a row; nil if this place is
  /// not in an id.
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

  /// Performs a write. If the row's id changes, the row gets another place and new presentations; an id that
  /// another row has is refused.
  ///
  /// - Parameter value: the value that `write` steals, released if the write is refused.
  @inline(__always)
  mutating func renaming(
    _ rename: JSONRowRename?, or value: JSONNode? = nil,
    _ write: (inout JSONState) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    guard let rename else { return try write(&self) }
    try self.rename(rename, or: value, write)
  }

  @inline(never)
  private mutating func rename(
    _ rename: JSONRowRename, or value: JSONNode?,
    _ write: (inout JSONState) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    guard rename.before != rename.after, let array = rename.array.pointee.node,
      let place = rename.array.pointee.place?.object
    else { return try write(&self) }
    if let after = rename.after, let other = rename.rows.index(of: after, in: array),
      other != rename.index
    {
      value?.releaseDeep()
      throw duplicate(after)
    }
    let leaving =
      rename.rows.isInStep ? nil : rename.before.flatMap { place.rowChildren[JSONRowID($0)] }
    let old = leaving.flatMap { $0.holds.below > 0 ? array.element(rename.index) : nil }
      .map(JSON.init(borrowing:))
    try write(&self)
    noteStructure()
    old?.withNode { leaving?.keepLast($0, becoming: nil) }
    document.with {
      place.renamed(rename.before, to: rename.after, at: rename.index, in: &$0.burst)
    }
  }

  /// Updates an array after a write inside one of its rows has changed the row's id.
  mutating func renamedRow(_ rename: JSONRowRename) {
    if rename.before == rename.after || rename.rows.isInStep { return }
    stepRow(rename.index) { $0.arrived() }
    changedElements()
  }
}
