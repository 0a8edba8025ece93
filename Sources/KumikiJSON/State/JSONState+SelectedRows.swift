internal import KumikiValues

// Writes to the rows of an array for which a condition holds. They are selected before the first write.
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
    try onRows(rows, isOther) { array, indices in
      let document = array.document.object
      defer { document.formsOfRow = nil }
      for index in indices {
        let failure = array.inRow(index) { row in
          if document.hasDeclared, document.formsOfRow == nil, row.place == nil {
            document.formsOfRow = (row.depth, JSONDeclaredForms(at: row))
          }
          let old = row.node.flatMap { place.resolve(in: $0) }.map { JSON(borrowing: $0) }
          let failure = row.put(value, at: inside)
          if failure == nil { former.append(old) }
          return failure
        }
        guard let failure else { continue }
        for (index, old) in zip(indices, former) {
          _ = array.inRow(index) { row in
            if let old { return row.put(old, at: inside) }
            try? row.remove(place)
            return nil
          }
        }
        return failure
      }
      return nil
    }
  }

  /// Removes the selected rows.
  package mutating func removeRows(
    text rows: CStringView, _ isSelected: Selection
  ) throws(JSONWriteError) {
    try onRows(rows, isSelected) { array, indices in
      if indices.count > Self.fewRows { return array.keepRows(without: indices) }
      for index in indices.reversed() {
        let failure = array.inRow(index) { row in
          do throws(JSONWriteError) { try row.remove(.root) } catch { return error }
          return nil
        }
        if let failure { return failure }
      }
      return nil
    }
  }

  /// Each removal moves the rows after it, so many rows are removed by one write of the array.
  private static var fewRows: Int { 64 }

  private mutating func keepRows(without gone: [Int]) -> JSONWriteError? {
    guard let node else { return nil }
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
    do throws(JSONWriteError) { try set(.root, stealing: array.node.retained()) } catch {
      return error
    }
    return nil
  }

  private mutating func put(_ value: JSON, at inside: CStringView) -> JSONWriteError? {
    do throws(JSONWriteError) { try set(text: inside, stealing: value.node.retained()) } catch {
      return error
    }
    return nil
  }

  // Not generic and not inlined, because the code of a step is long.
  @inline(never)
  private mutating func inRow(
    _ index: Int, _ body: (inout JSONState) -> JSONWriteError?
  ) -> JSONWriteError? {
    stepRow(index, body)
  }

  /// Calls `body` with a cursor at an array and the indices of its selected elements, unless there are none.
  @inline(never)
  private mutating func onRows(
    _ text: CStringView, _ isSelected: Selection,
    _ body: (inout JSONState, [Int]) -> JSONWriteError?
  ) throws(JSONWriteError) {
    var failure: JSONWriteError? = .notFound
    reach(try pointer(of: text)) { array in
      guard let node = array.node, node.isArray else { return }
      var indices: [Int] = []
      for index in 0..<node.elementCount where node.element(index).map(isSelected) == true {
        indices.append(index)
      }
      failure = indices.isEmpty ? nil : body(&array, indices)
    }
    if let failure { throw failure }
  }
}
