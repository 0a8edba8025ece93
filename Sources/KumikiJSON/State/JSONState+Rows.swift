package import KumikiValues

extension JSONState {
  package var identifiers: Identifiers { document.with { $0.identifiers } }

  /// The known rows of this array, if a for-each or a stack is attached to it.
  var rows: JSONRows? { place?.with { $0.rows.known } }

  /// ``rows`` as an unmanaged reference, retained by their place.
  var rowsHere: Uncounted<JSONRows>? {
    @inline(__always) get { place?.with { $0.rows.here } }
  }

  /// Whether ``rows`` exist, without retaining them.
  var hasRows: Bool { place?.with { $0.rows.isAny } ?? false }

  /// Calls `body` with a cursor for an element of this array.
  mutating func stepRow<Result, Failure: Error>(
    _ index: Int, _ body: (inout JSONState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withDecimal(index) { (segment) throws(Failure) in
      try segment.withStep { (segment) throws(Failure) in try step(segment, body) }
    }
  }

  /// Restores the old id of a row that has changed its own id. Its other changes stay.
  mutating func restoreID(_ id: JSONNode, _ rows: JSONRows, at index: Int) {
    if let node, let found = rows.id(of: node), id.isEqual(to: found) { return }
    restore(id: JSON(borrowing: id), rows, at: index)
  }

  @inline(never)
  private mutating func restore(id: JSON, _ rows: JSONRows, at index: Int) {
    report(
      .elementIDChanged, "the row \(id) changed its own id; it keeps the old one", at: path)
    guard let row = node, row.isObject else { return }
    noteStructure()
    let other = rows.id(of: row).map(JSON.init(borrowing:))
    let key = JSONPointer.root.appending(rows.idKey.name)
    record(.written(over: other?.node, by: id.node), key.segments[0])
    let isDone = changing { state in
      state.unique()?.replaceChild(
        key.segments[0], other?.node, stealing: id.withNode { $0.retained() }) ?? false
    }
    guard isDone else { return }
    document.with {
      if let other { $0.room.takeOff(other.node) }
      $0.room.add(id.node, key: other == nil ? key.segments[0].count : 0)
    }
    document.with { parent?.pointee.place?.object.renamed(other, to: id, at: index, in: &$0.burst) }
  }

  /// The rows of this array, if they were made before. Retained by their place.
  @inline(__always)
  var knownRows: Uncounted<JSONRows>? {
    guard let rows = rowsHere, rows.with({ $0.isLong || !$0.isPath })
    else { return nil }
    return rows
  }

  /// Indexes this array's rows, and gives the elements of a navigation path their ids.
  mutating func makeRows(_ form: JSONRowsForm) -> JSONRows {
    let place = makePlace()
    let former = document.with { $0.former?.rows(of: place, form) }
    let rows = place.rows.known ?? former ?? JSONRows(form)
    if !place.rows.isAny { place.rows.known = rows }
    document.with { $0.hasRows = true }
    normalizePath(rows)
    return rows
  }

  /// Indexes rows of a dynamic reducer's choice, which were not set up before an operator reached them.
  mutating func indexUnrequiredRows(_ form: JSONRowsForm) -> JSONRows {
    let rows = makeRows(form)
    if !rows.isRequired { document.with { $0.hasReaderRows = true } }
    return rows
  }

  /// Indexes the rows here, unless they are already known.
  mutating func indexNewRows(_ form: JSONRowsForm) throws(JSONError) {
    if rows != nil { return }
    if let node, node.isArray, let mismatch = form.mismatch(rows: node) {
      throw mismatch.below(path: path)
    }
    _ = indexUnrequiredRows(form)
  }

  /// Gives ids to the elements of a navigation path that was written in plain form.
  private mutating func normalizePath(_ rows: JSONRows) {
    guard rows.isPath, !rows.isLong else { return }
    if let node, let long = JSONPathForm.normalized(JSON(borrowing: node), identifiers),
      !long.withNode({ $0 == node })
    {
      // Without memory the path stays plain until it is reached again.
      if long.isLacking { return }
      let before = document.with { $0.room.amount }
      document.with { $0.room.add(long.node) }
      replace(with: long, from: before)
    }
    rows.isLong = true
  }

  /// Gives ids to the elements of navigation paths without a requirement.
  mutating func normalizePaths(_ place: JSONPlace) {
    if let rows = place.rows.known { normalizePath(rows) }
    guard node?.isContainer == true else { return }
    for child in place.indexed {
      withExtendedLifetime(child) { step(child.step) { $0.normalizePaths(child) } }
    }
    guard let rows = place.rows.known else { return }
    for (id, child) in place.rowChildren {
      guard let index = rows.index(of: id.node, in: node) else { continue }
      stepRow(index) { $0.normalizePaths(child) }
    }
  }

  // MARK: Paths

  mutating func append(entry element: JSON, _ id: StackElementID) throws(JSONWriteError) {
    try insert(Self.end, stealing: JSONPathForm.entry(element, id).retained())
  }

  /// Performs a write that takes ids. If the write fails, no ids are taken.
  @inline(never)
  mutating func keepingIDs(
    _ write: (inout JSONState) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    let position = identifiers.position
    do throws(JSONWriteError) { try write(&self) } catch {
      identifiers.position = position
      throw error
    }
  }

  mutating func truncate(to count: Int) {
    guard let node, node.isArray, node.elementCount > count else { return }
    for index in stride(from: node.elementCount - 1, through: count, by: -1) {
      guard let gone = self.node?.element(index)?.retained() else { break }
      defer { gone.releaseDeep() }
      guard (try? removeElement(index)) != nil else { break }
      removedRow(gone, at: index, index)
    }
    changedElements()
  }

  private static let end = JSONPointer.root.appending("-")

  /// Returns the index of the row with an id, in rows at a pointer given as a C string.
  package mutating func find(
    text: CStringView, _ id: JSONNode
  ) throws(JSONWriteError) -> Int {
    let index = visit(try pointer(of: text)) { cursor in
      cursor.rowsHere?.with { $0.index(of: id, in: cursor.node) }
    }
    guard case .some(.some(let index)) = index else { throw .notFound }
    return index
  }

  /// Calls `body` with a cursor at the row with an id, in rows at a pointer.
  ///
  /// - Returns: nil if no row has the id.
  package mutating func visitRow<Result>(
    _ pointer: JSONPointer, _ id: JSONNode,
    _ body: (inout JSONState) throws(JSONWriteError) -> Result
  ) throws(JSONWriteError) -> Result? {
    try visit(pointer) { (rows) throws(JSONWriteError) -> Result? in
      let index = rows.rowsHere?.with { $0.index(of: id, in: rows.node) }
      guard let index = index ?? nil else { return nil }
      return try rows.stepRow(index, body)
    } ?? nil
  }

  /// Pushes an element with the next id onto the navigation path at a pointer.
  package mutating func push(
    _ pointer: JSONPointer, _ element: JSON
  ) throws(JSONWriteError) -> StackElementID {
    var id = StackElementID(generation: 0)
    try onPath(pointer) { (cursor, rows) throws(JSONWriteError) in
      try cursor.keepingIDs { (cursor) throws(JSONWriteError) in
        id = cursor.identifiers.stackElementID()
        while rows.index(of: id, in: cursor.node) != nil {
          id = cursor.identifiers.stackElementID()
        }
        try cursor.append(entry: element, id)
      }
    }
    return id
  }

  /// Removes an element of the navigation path at a pointer and all elements above it, or only the latter.
  package mutating func pop(
    _ pointer: JSONPointer, _ id: StackElementID, keepingIt: Bool
  ) throws(JSONWriteError) {
    try onPath(pointer) { (cursor, rows) throws(JSONWriteError) in
      guard let index = rows.index(of: id, in: cursor.node) else { return }
      cursor.truncate(to: keepingIt ? index + 1 : index)
    }
  }

  private mutating func onPath(
    _ pointer: JSONPointer, _ body: (inout JSONState, JSONRows) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    // An optional error instead of an optional result, whose unset bits valgrind reports.
    var failure: JSONWriteError? = .notFound
    _ = visit(pointer) { cursor in
      do throws(JSONWriteError) {
        guard cursor.node != nil else { throw .notFound }
        guard let rows = cursor.rows, rows.isPath else { throw .noPath }
        try body(&cursor, rows)
        failure = nil
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
