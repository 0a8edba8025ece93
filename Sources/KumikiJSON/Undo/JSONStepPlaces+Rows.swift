internal import KumikiValues

// Writes of many rows. A step keeps such a write as it is, with the indices of the rows. Before the rows get other
// indices, each of them gets its places and entries.
extension JSONStepPlaces {
  /// Whether steps keep writes of rows.
  var hasRows: Bool { rowsWrites != nil }

  /// Records a write of rows in its step.
  mutating func noteRows(
    _ write: JSONRowsWrite, in array: Int32, _ form: JSONRowsForm?, _ step: inout JSONUndoStep
  ) {
    let rows = JSONUndoStep.Rows(array: array, form: form, write: write)
    keep(rows, in: &step)
    if !isApart(rows, from: step) { placeRows(of: &step) }
  }

  mutating func keep(_ rows: JSONUndoStep.Rows, in step: inout JSONUndoStep) {
    step.rows.append(rows)
    hold(rows.array)
    rowsWrites = rowsWrites ?? [:]
    rowsWrites![rows.array, default: 0] += 1
  }

  /// Whether a step has written nothing else at the places of the write that it recorded last.
  private func isApart(_ rows: JSONUndoStep.Rows, from step: JSONUndoStep) -> Bool {
    let name = rows.write.step
    for other in step.rows.dropLast() where other.array == rows.array {
      if other.write.member == rows.write.member { return false }
    }
    // A long search would cost more than the entries of the rows.
    if places[Int(rows.array)].order < 0 || step.entries.isEmpty { return true }
    if step.entries.count > 64 { return false }
    return step.entries.allSatisfy { entry in
      var (here, below) = (entry.place, Self.root)
      while here != Self.root {
        let above = above(here)
        if above == rows.array {
          return entry.place != here && !name.raw.elementsEqual(places[Int(below)].key.utf8)
        }
        (here, below) = (above, here)
      }
      return true
    }
  }

  // MARK: Places

  /// Gives the rows of a step's writes their places and entries.
  @inline(never)
  mutating func placeRows(of step: inout JSONUndoStep) {
    let all = exchange(&step.rows, with: [])
    for rows in all {
      let order = makeOrder(of: rows.array, rows.form)
      for row in rows.write.rows {
        let element = makeElement(at: row.index, order)
        if isWhole(element, in: step) { continue }
        let place = makeMember(rows.write.step, of: element)
        if isWhole(place, in: step) { continue }
        let (serial, entry) = (places[Int(place)].serial, places[Int(place)].entry)
        note(place, in: &step) { $0.before = .value(JSON(borrowing: row.old)) }
        // A later step has recorded the place since then.
        if serial > step.serial {
          (places[Int(place)].serial, places[Int(place)].entry) = (serial, entry)
        }
      }
      forget(rows)
    }
  }

  /// Forgets a write of rows that a step no longer keeps.
  mutating func forget(_ rows: JSONUndoStep.Rows) {
    let left = (rowsWrites?[rows.array] ?? 1) - 1
    rowsWrites?[rows.array] = left == 0 ? nil : left
    if rowsWrites?.isEmpty == true { rowsWrites = nil }
    release(rows.array)
  }

  /// Whether a write may give rows of kept writes other indices, or concerns a row that its own step has written.
  func disturbsRows(
    _ write: JSONWrite, _ written: JSONWritePlace, _ step: JSONUndoStep?
  ) -> Bool {
    var place = Self.root
    for index in 0..<written.count {
      let next = written[index].segment
      guard written[index].isElement else {
        guard let child = member(next, of: place) else { return false }
        place = child
        continue
      }
      if rowsWrites?[place] != nil {
        // The row as a whole, or its id.
        guard index + 1 < written.count else { return true }
        let inside = written[index + 1].segment
        if written[index].rows?.with({ $0.idKey.isNamed(inside.raw) }) == true { return true }
        let isOwn = step?.rows.contains { rows in
          rows.array == place && rows.write.has(next.index)
            && rows.write.step.raw.isEqual(to: inside.raw)
        }
        if isOwn == true { return true }
      }
      let order = places[Int(place)].order
      guard order >= 0, let element = element(at: next.index, order) else { return false }
      place = element
    }
    if case .rows = write { return false }
    return !isLeaf(place)
  }

  /// Whether undoing a step may give rows of kept writes other indices.
  func disturbsRows(_ step: JSONUndoStep) -> Bool {
    step.entries.contains { $0.isOfOrder || !isLeaf($0.place) }
  }

  private func isLeaf(_ place: Int32) -> Bool {
    places[Int(place)].first < 0 && places[Int(place)].order < 0 && rowsWrites?[place] == nil
  }

  // MARK: Values

  /// Whether a row that a step wrote has a different value now.
  func isDifferent(_ rows: JSONUndoStep.Rows, in part: JSONNode) -> Bool {
    guard let keys = keys(rows.array), let array = JSONPointer(keys: keys).resolve(in: part) else {
      return false
    }
    return rows.write.rows.contains { row in
      let now = array.element(row.index).flatMap { rows.write.step.child(of: $0) }
      return now?.isEqual(to: row.old) == false
    }
  }
}

extension JSONHistory {
  /// Gives the rows of all kept writes their places and entries.
  @inline(never)
  func placeRows() {
    if !noted.hasRows { return }
    changes.update { noted.placeRows(of: &$0) }
    if step != nil { noted.placeRows(of: &step!) }
  }
}
