internal import Kumiki

// The places of rows, which move with their ids.
extension WatchedNode {
  /// An id that a value written here would duplicate in rows without a requirement, at or below this place.
  func duplicate(in value: JSONNode) -> JSON? {
    var stack = [(self, value)]
    while let (place, value) = stack.popLast() {
      if let rows = place.rows, !rows.isRequired, let duplicate = rows.form.duplicate(in: value) {
        return duplicate
      }
      for child in place.indexed {
        if let inner = child.member(of: value) { stack.append((child, inner)) }
      }
    }
    return nil
  }

  /// Whether this place or one below has to stay.
  var isInUseBelow: Bool {
    var isFound = isInUse
    forEachBelow { isFound = isFound || $0.isInUse }
    return isFound
  }

  /// Called after elements came, went or moved: places by index have changed, places by id have not.
  func touchIndexed(_ document: JSONDocument) {
    touch(document)
    for child in indexed { child.touchSubtree(document) }
  }

  /// Called after a value was written at or around rows and slots. Drops what was kept for values that are
  /// gone.
  func settle(with value: JSONNode?, _ document: JSONDocument) {
    var stack: [(WatchedNode, JSONNode?)] = [(self, value)]
    while let (place, value) = stack.popLast() {
      if value?.isNull ?? true { place.forgetKept(isEnd: false) }
      for child in place.indexed {
        if value?.isContainer != true { child.slot?.end() }
        stack.append((child, value.flatMap { child.member(of: $0) }))
      }
      guard let rows = place.rows, !place.rowChildren.isEmpty else { continue }
      var left = place.rowChildren
      if let value, value.isArray {
        for row in value.children where !left.isEmpty {
          guard let id = rows.id(of: row),
            let child = left.removeValue(forKey: JSONRowID(borrowing: id))
          else { continue }
          place.departed[JSONRowID(borrowing: id)] = nil
          stack.append((child, row))
        }
      }
      for id in left.keys { place.rowLeft(id, nil, document) }
    }
  }

  /// Called after a row has left. Unless it comes back, its place is dropped at the end of the step.
  func rowLeft(_ id: JSONRowID, _ row: JSONNode?, _ document: JSONDocument) {
    guard rowChildren[id] != nil else { return }
    if departed.isEmpty { document.departing.append(self) }
    departed[id.owned] = row.map(JSON.init(borrowing:)) ?? JSON.null
  }

  /// Called after a row has come. A row that left in this step has only moved; any other has changed.
  ///
  /// - Returns: whether it has only moved.
  @discardableResult
  func returned(_ row: JSONNode?, _ id: JSONNode?, _ document: JSONDocument) -> Bool {
    guard !rowChildren.isEmpty, let id = id.map(JSONRowID.init(borrowing:)),
      let place = rowChildren[id]
    else { return false }
    let left = departed.removeValue(forKey: id)
    if let row, place.heldBelow > 0 { place.keepLast(row, becoming: row) }
    if let left, left.node == row { return true }
    place.touchSubtree(document)
    return false
  }

  /// Called after a row here, or its id, was replaced.
  func renamed(_ before: JSON?, to after: JSON?, at index: Int, in document: JSONDocument) {
    guard before != after else { return }
    _ = after?.withNode { returned(nil, $0, document) }
    if let before { rowLeft(JSONRowID(before), nil, document) }
    rows?.renamed(before, to: after, at: index)
  }

  /// Called at the end of a step. Drops what is kept for rows that left.
  func forgetDeparted(_ document: JSONDocument) {
    for id in departed.keys {
      guard let gone = rowChildren[id] else { continue }
      gone.touchSubtree(document)
      gone.endSlotsBelow()
      if !gone.isInUseBelow, gone.heldBelow == 0 { rowChildren[id] = nil }
    }
    departed = [:]
  }

  /// The place of a row by its id, whatever its index, made if needed.
  func makeRowChild(_ id: JSONRowID) -> WatchedNode {
    if let child = rowChildren[id] { return child }
    let made = WatchedNode(parent: self, rowID: id.owned)
    rowChildren[id.owned] = made
    return made
  }
}

extension WatchedNode: JSONKnownPlace {
  var rowsForm: JSONRowsForm? { rows?.form }

  var countsShown: [JSONPointer] {
    histories.isEmpty ? [] : histories.compactMap(\.places.shown)
  }

  func known(_ step: JSONPointer.Segment) -> (any JSONKnownPlace)? { child(step)?.object }

  func known(row id: JSONNode) -> (any JSONKnownPlace)? {
    rowChildren.isEmpty ? nil : rowChildren[JSONRowID(borrowing: id)]
  }
}
