internal import KumikiValues

// Writes to the rows of an array that satisfy a condition. They are selected before the first write.
extension JSONState {
  package typealias Selection = (_ row: JSONNode) -> Bool

  /// Writes a value into each selected row that does not have it. If a row refuses the value, no row changes.
  package mutating func setRows(
    text rows: CStringView, _ inside: CStringView, _ value: JSON, _ isSelected: Selection
  ) throws(JSONWriteError) {
    let place = try pointer(of: inside)
    var former: [JSON?] = []
    let isOther = { (row: JSONNode) in
      isSelected(row) && place.resolve(in: row)?.isEqual(to: value.node) != true
    }
    try onRows(rows, isOther) { (array, indices) throws(JSONWriteError) in
      var declared: JSONDeclaredForms?
      do throws(JSONWriteError) {
        for index in indices {
          try array.inRow(index) { (row) throws(JSONWriteError) in
            let old = row.node.flatMap { place.resolve(in: $0) }.map { JSON(borrowing: $0) }
            let document = row.document.object
            let hasDeclared = document.hasDeclared
            defer { document.hasDeclared = hasDeclared }
            if hasDeclared, row.matches(value.node, at: place, &declared) {
              document.hasDeclared = false
            }
            try row.set(text: inside, stealing: value.node.retained())
            former.append(old)
          }
        }
      } catch {
        for (index, old) in zip(indices, former) {
          try? array.inRow(index) { (row) throws(JSONWriteError) in
            guard let old else { return try row.remove(place) }
            try row.set(text: inside, stealing: old.node.retained())
          }
        }
        throw error
      }
    }
  }

  /// Whether a scalar certainly matches the declarations of a member of the row here.
  ///
  /// - Parameter declared: the declarations of all rows of the array that have no place of their own.
  private func matches(
    _ value: JSONNode, at member: JSONPointer, _ declared: inout JSONDeclaredForms?
  ) -> Bool {
    guard !value.isContainer, member.segments.count == 1, place == nil, let node else {
      return false
    }
    let forms = declared ?? JSONDeclaredForms(at: self)
    declared = forms
    return !forms.isExcluded && forms.mismatch(of: value, at: member.segments[0], in: node) == nil
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
