internal import KumikiValues

// The places of rows, which are found by id.
extension JSONPlace {
  /// Returns an id that a value written here would duplicate, in rows at or below without a requirement.
  func duplicate(in value: JSONNode) -> JSON? {
    var stack = [(self, value)]
    while let (place, value) = stack.popLast() {
      if let rows = place.rows.known, !rows.isRequired,
        let duplicate = rows.form.duplicate(in: value)
      {
        return duplicate
      }
      for child in place.indexed {
        if let inner = child.member(of: value) { stack.append((child, inner)) }
      }
    }
    return nil
  }

  /// Whether this place or a place below must stay.
  var isInUseBelow: Bool {
    var isFound = isInUse
    forEachBelow { isFound = isFound || $0.isInUse }
    return isFound
  }

  /// Marks this place and places by index after elements were inserted, removed or moved; not places by id.
  func touchIndexed(_ burst: inout JSONBurst) {
    touch(&burst)
    for child in indexed { child.touchSubtree(&burst) }
  }

  /// Drops the values kept for values that are gone. Called after a write at or around rows and slots.
  func settle(with value: JSONNode?, _ burst: inout JSONBurst) {
    var stack: [(JSONPlace, JSONNode?)] = [(self, value)]
    while let (place, value) = stack.popLast() {
      if value?.isNull ?? true { place.forgetKept(isEnd: false) }
      for child in place.indexed {
        if value?.isContainer != true { child.slot.record?.end() }
        stack.append((child, value.flatMap { child.member(of: $0) }))
      }
      guard let rows = place.rows.known, !place.rowChildren.isEmpty else { continue }
      var left = place.rowChildren
      if let value, value.isArray {
        for row in value.children where !left.isEmpty {
          guard let id = rows.id(of: row),
            let child = left.removeValue(forKey: JSONRowID(borrowing: id))
          else { continue }
          place.rows.departed[JSONRowID(borrowing: id)] = nil
          stack.append((child, row))
        }
      }
      for id in left.keys { place.rowLeft(id, nil, &burst) }
    }
  }

  /// Records that a row has left. Unless the row returns, its place is dropped at the end of the step.
  func rowLeft(_ id: JSONRowID, _ row: JSONNode?, _ burst: inout JSONBurst) {
    guard rowChildren[id] != nil else { return }
    if rows.departed.isEmpty { burst.noteDeparting(self) }
    rows.departed[id.owned] = row.map(JSON.init(borrowing:)) ?? JSON.null
  }

  /// Records that a row has arrived. A row that left in this step has only moved; any other row has changed.
  ///
  /// - Returns: whether the row has only moved.
  @discardableResult
  func returned(_ row: JSONNode?, _ id: JSONNode?, _ burst: inout JSONBurst) -> Bool {
    guard !rowChildren.isEmpty, let id = id.map(JSONRowID.init(borrowing:)),
      let place = rowChildren[id]
    else { return false }
    let left = rows.departed.removeValue(forKey: id)
    if let row, place.holds.below > 0 { place.keepLast(row, becoming: row) }
    if let left, left.node == row { return true }
    place.touchSubtree(&burst)
    return false
  }

  /// Updates the rows after a row or its id was replaced.
  func renamed(_ before: JSON?, to after: JSON?, at index: Int, in burst: inout JSONBurst) {
    guard before != after else { return }
    _ = after?.withNode { returned(nil, $0, &burst) }
    if let before { rowLeft(JSONRowID(before), nil, &burst) }
    rows.known?.renamed(before, to: after, at: index)
  }

  /// Drops the values kept for rows that left. Called at the end of a step.
  func forgetDeparted(_ burst: inout JSONBurst) {
    for id in rows.departed.keys {
      guard let gone = rowChildren[id] else { continue }
      gone.touchSubtree(&burst)
      gone.endSlotsBelow()
      if !gone.isInUseBelow, gone.holds.below == 0 { rowChildren[id] = nil }
    }
    rows.departed = [:]
  }

  /// Returns the place of a row by its id, whatever its index, made if needed.
  func makeRowChild(_ id: JSONRowID) -> JSONPlace {
    if let child = rowChildren[id] { return child }
    let made = JSONPlace(parent: self, rowID: id.owned)
    rowChildren[id.owned] = made
    return made
  }
}

extension JSONPlace: JSONKnownPlace {
  var rowsForm: JSONRowsForm? { rows.known?.form }

  var countsShown: [JSONPointer] {
    kept.histories.isEmpty ? [] : kept.histories.compactMap(\.places.shown)
  }

  func known(_ step: JSONPointer.Segment) -> (any JSONKnownPlace)? { child(step)?.object }

  func known(row id: JSONNode) -> (any JSONKnownPlace)? {
    rowChildren.isEmpty ? nil : rowChildren[JSONRowID(borrowing: id)]
  }
}
