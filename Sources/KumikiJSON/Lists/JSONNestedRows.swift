internal import KumikiValues

/// The rows of arrays inside the elements of an array, which are their parents: one list of all of them, parent by
/// parent. A row's id is the array of its parent's id and its own.
extension JSONListedRows {
  /// Calls `visit` with all rows, each with its parent.
  func visitRows(of array: JSONNode?, _ visit: (JSONNode?, JSONNode?) -> Void) {
    guard reading?.nested != nil else {
      for index in 0..<(array?.elementCount ?? 0) { visit(array?.element(index), nil) }
      return
    }
    for index in 0..<(array?.elementCount ?? 0) {
      let parent = array?.element(index)
      guard let rows = rows(in: parent) else { continue }
      for row in 0..<rows.elementCount { visit(rows.element(row), parent) }
    }
  }

  /// Returns the row at an index, with its parent.
  func row(at index: Int, of array: JSONNode?) -> (row: JSONNode, parent: JSONNode?)? {
    guard reading?.nested != nil else { return array?.element(index).map { ($0, nil) } }
    var left = index
    for number in counts.indices {
      if left < counts[number] {
        let around = array?.element(number)
        return rows(in: around)?.element(left).map { ($0, around) }
      }
      left -= Int(counts[number])
    }
    return nil
  }

  /// Returns the row of an entry, as the list reads it.
  func whole(_ entry: Int32, of array: JSONNode?) -> JSON {
    guard let (row, parent) = row(at: list.sourceIndex(of: entry), of: array) else { return .null }
    return reading?.read(row, in: parent) ?? JSON(borrowing: row)
  }

  func count(of array: JSONNode?) -> Int {
    var count = 0
    visitRows(of: array) { _, _ in count += 1 }
    return count
  }

  /// Reads again the rows whose entries satisfy a condition.
  func reread(_ array: JSONNode?, _ isIn: Filter, where isTouched: (Int32) -> Bool) {
    var index = 0
    visitRows(of: array) { row, parent in
      let entry = list.source(at: index)
      index += 1
      if isTouched(entry) { list.change(entry, facts(entry, row, in: parent, isIn)) }
    }
  }

  // MARK: Writes

  /// Applies the writes to the parents and to the rows in them.
  func takeNested(_ changes: JSONChanges, _ place: Int, _ array: JSONNode, _ isIn: Filter) {
    for edit in changes.edits(of: place) {
      switch edit {
      case .insert(let index, let node):
        let now = changes[node].index
        let parent = now < 0 ? nil : array.element(now)
        parentIDs.insert(parentID(parent), at: index)
        counts.insert(0, at: index)
        insertAll(parent, index, isIn)
      case .remove(let index, _, _):
        removeAll(index)
        parentIDs.remove(at: index)
        counts.remove(at: index)
      case .move(let source, let target): move(source, to: target)
      }
    }
    changes.forEach(below: place) { child in
      let index = changes[child].index
      if changes[child].isInserted || index < 0 { return }
      take(changes, child, index, array.element(index), isIn)
    }
  }

  private func insertAll(_ parent: JSONNode?, _ number: Int, _ isIn: Filter) {
    guard let rows = rows(in: parent) else { return }
    let start = start(number)
    for index in 0..<rows.elementCount {
      list.insert(at: start + index) { facts($0, rows.element(index), in: parent, isIn) }
    }
    counts[number] = Int32(rows.elementCount)
  }

  private func removeAll(_ number: Int) {
    let start = start(number)
    for _ in 0..<counts[number] { list.remove(at: start) }
    counts[number] = 0
  }

  private func move(_ source: Int, to target: Int) {
    let old = start(source)
    let count = Int(counts.remove(at: source))
    counts.insert(Int32(count), at: target)
    parentIDs.insert(parentIDs.remove(at: source), at: target)
    let new = start(target)
    for index in 0..<count {
      if new > old { list.move(from: old, to: new + count - 1) }
      if new < old { list.move(from: old + index, to: new + index) }
    }
  }

  /// Applies the writes inside a parent.
  private func take(
    _ changes: JSONChanges, _ node: Int, _ number: Int, _ parent: JSONNode?, _ isIn: Filter
  ) {
    let id = parentID(parent)
    var place = node
    var (value, isOther) = (parent, false)
    var isKnown = id == parentIDs[number] && !changes[node].isWhole && reading?.nested != nil
    var isUntouched = false
    withExtendedLifetime(reading) {
      for step in reading?.nested?.segments ?? JSONPointer.root.segments
      where isKnown && !isUntouched {
        guard let here = value, let next = step.child(of: here), !changes[place].hasEdits else {
          return isKnown = false
        }
        var count = 0
        changes.forEach(below: place) { _ in count += 1 }
        let child = changes.child(step, isElement: here.isArray, of: place)
        isOther = isOther || count > (child == nil ? 0 : 1)
        isUntouched = child == nil
        (place, value) = (child ?? place, next)
        isKnown = child.map { !changes[$0].isWhole } ?? true
      }
    }
    guard isKnown, let rows = isUntouched ? self.rows(in: parent) : value, rows.isArray else {
      removeAll(number)
      parentIDs[number] = id
      return insertAll(parent, number, isIn)
    }
    let start = start(number)
    if !isUntouched {
      take(changes, place, rows, from: start, in: parent, isIn)
      counts[number] = Int32(rows.elementCount)
    }
    guard isOther, reading?.readsParent == true else { return }
    for index in 0..<rows.elementCount {
      let entry = list.source(at: start + index)
      list.change(entry, facts(entry, rows.element(index), in: parent, isIn))
    }
  }
}
