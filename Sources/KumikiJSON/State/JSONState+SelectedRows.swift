internal import KumikiValues

// Writes to the rows of an array that satisfy a condition. They are selected before the first write.
extension JSONState {
  package typealias Selection = (_ row: JSONNode) -> Bool

  /// Writes a value into each selected row that does not have it. If a row refuses the value, no row changes.
  package mutating func setRows(
    text rows: CStringView, _ inside: CStringView, _ value: JSON, _ isSelected: Selection
  ) throws(JSONWriteError) {
    let place = try pointer(of: inside)
    defer { withExtendedLifetime((place, value)) {} }
    let (steps, new) = (place.segments, value.node)
    var found: ContiguousArray<JSONMember?> = []
    let isOther = { (row: JSONNode) in
      guard isSelected(row) else { return false }
      let (member, old) = steps.count == 1 ? steps[0].find(in: row) : (nil, steps.resolve(in: row))
      if let old, old.isAlike(new), old.isEqual(to: new) { return false }
      found.append(member)
      return true
    }
    try onRows(rows, isOther) { (array, indices) throws(JSONWriteError) in
      var cells: ContiguousArray<JSONRowCell> = []
      cells.reserveCapacity(indices.count)
      for (number, index) in indices.enumerated() {
        cells.append(JSONRowCell(index, found[number], new))
      }
      try array.set(inside, place, in: cells)
    }
  }

  /// Writes the values of cells, or none if a row refuses its value.
  private mutating func set(
    _ inside: CStringView, _ place: JSONPointer, in cells: ContiguousArray<JSONRowCell>
  ) throws(JSONWriteError) {
    let (write, others) =
      place.segments.count == 1
      ? replaceScalars(place, in: cells) : (nil, Array(cells.indices))
    var former: [JSON?] = []
    do throws(JSONWriteError) {
      for position in others {
        let cell = cells[position]
        try inRow(cell.index) { (row) throws(JSONWriteError) in
          let old = row.node.flatMap { place.resolve(in: $0) }.map { JSON(borrowing: $0) }
          try row.set(text: inside, stealing: cell.value.retained())
          former.append(old)
        }
      }
    } catch {
      for (position, old) in zip(others, former) {
        try? inRow(cells[position].index) { (row) throws(JSONWriteError) in
          guard let old else { return try row.remove(place) }
          try row.set(text: inside, stealing: old.node.retained())
        }
      }
      if let write { putBack(write) }
      throw error
    }
  }

  /// Writes the former values of a write again.
  ///
  /// - Returns: the write, or nil; and the positions of the rows that need a write of their own.
  @discardableResult
  mutating func putBack(_ write: JSONRowsWrite) -> (write: JSONRowsWrite?, others: [Int]) {
    var cells: ContiguousArray<JSONRowCell> = []
    var positions: [Int] = []
    for (position, row) in write.rows.enumerated() {
      let (member, now) = node?.element(row.index).map { write.step.find(in: $0) } ?? (nil, nil)
      if let now, now.isAlike(row.old), now.isEqual(to: row.old) { continue }
      cells.append(JSONRowCell(row.index, member, row.old))
      positions.append(position)
    }
    if cells.isEmpty { return (nil, []) }
    let (written, others) = replaceScalars(write.member, in: cells)
    return (written, others.map { positions[$0] })
  }

  /// Removes the selected rows.
  package mutating func removeRows(
    text rows: CStringView, _ isSelected: Selection
  ) throws(JSONWriteError) {
    try onRows(rows, isSelected) { (array, indices) throws(JSONWriteError) in
      if indices.count > Self.fewRows { return try array.keepRows(without: indices) }
      for index in indices.reversed() {
        try array.inRow(index) { (row) throws(JSONWriteError) in try row.remove(.root) }
      }
    }
  }

  /// Each removal moves the rows after it. One write of the array removes all selected rows.
  private static var fewRows: Int { 64 }

  private mutating func keepRows(without gone: [Int]) throws(JSONWriteError) {
    guard let node else { return }
    var kept: [JSON] = []
    var next = 0
    for index in 0..<node.elementCount {
      if next < gone.count, gone[next] == index {
        next += 1
      } else if let row = node.element(index) {
        kept.append(JSON(borrowing: row))
      }
    }
    let array = JSON(elements: kept)
    try set(.root, stealing: array.node.retained())
  }

  // Not inlined, because the code of a step is long.
  @inline(never)
  private mutating func inRow(
    _ index: Int, _ body: (inout JSONState) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    try stepRow(index, body)
  }

  /// Calls `body` with a cursor at an array and the indices of its selected elements, if it has any.
  @inline(never)
  private mutating func onRows(
    _ text: CStringView, _ isSelected: Selection,
    _ body: (inout JSONState, [Int]) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    var failure: JSONWriteError? = .notFound
    reach(try pointer(of: text)) { array in
      guard let node = array.node, node.isArray else { return }
      var indices: [Int] = []
      for index in 0..<node.elementCount where node.element(index).map(isSelected) == true {
        indices.append(index)
      }
      failure = nil
      if indices.isEmpty { return }
      do throws(JSONWriteError) { try body(&array, indices) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
