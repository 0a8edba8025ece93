internal import KumikiValues

// Adds and removes elements and members, and marks the affected places.
extension JSONState {
  /// Whether a member of the value here is the id of its row.
  @inline(__always)
  func isIDOfRow(_ key: JSONPointer.Segment) -> Bool {
    guard let array = parent?.pointee.place else { return false }
    return array.with { place in
      guard place.rows.isAny, let id = place.rows.idStep?.pointee else { return false }
      return id.hash == key.hash && id.raw.isEqual(to: key.raw)
    }
  }

  mutating func insertElement(
    _ segment: JSONPointer.Segment, stealing value: JSONNode
  ) throws(JSONWriteError) {
    guard let count = node.map({ $0.elementCount }),
      segment.isAppend || (0...count).contains(segment.index)
    else {
      value.releaseDeep()
      throw .notFound
    }
    try place(stealing: try taken(stealing: value, at: segment), at: segment)
  }

  /// Puts an admitted and counted value into the array here, before the element at an index or at the end.
  mutating func place(
    stealing value: JSONNode, at segment: JSONPointer.Segment
  ) throws(JSONWriteError) {
    let count = node?.elementCount ?? 0
    let rows = rowsHere
    let index = segment.isAppend ? count : segment.index
    let rename = rename(by: .add, at: segment, value)
    try renaming(rename, or: value) { (array) throws(JSONWriteError) in
      try array.put(stealing: value, asElementAt: index)
    }
    var hasMoved = false
    if let rows, let place {
      document.with { document in
        rows.with { rows in
          rows.inserted(value, at: index, count: count)
          place.with {
            if $0.rowChildren.isEmpty { return }
            hasMoved = $0.returned(value, rows.id(of: value), &document.burst)
          }
        }
      }
    }
    changedElements()
    if let rename { rename.array.pointee.renamedRow(rename) }
    guard let rows else { return setUp() }
    // The requirements of a row move with it.
    if !hasMoved, rows.with({ $0.hasInside }) { setUpRow(index) }
  }

  private mutating func put(
    stealing value: JSONNode, asElementAt index: Int
  ) throws(JSONWriteError) {
    try changing { (state) throws(JSONWriteError) in
      guard let array = state.unique() else {
        value.releaseDeep()
        throw .noMemory
      }
      state.noteStructure()
      state.keepLast(shifting: array, at: index, inserting: value)
      guard array.insert(stealing: value, at: index) else { throw .noMemory }
      state.keepSteps()
      state.record(.inserted(at: index, value))
    }
  }

  mutating func removeChild(_ segment: JSONPointer.Segment) throws(JSONWriteError) {
    try admitRemoval(segment)
    guard let rename = rename(by: .remove, at: segment) else { return try takeOut(segment) }
    try renaming(rename) { (container) throws(JSONWriteError) in try container.takeOut(segment) }
    rename.array.pointee.renamedRow(rename)
  }

  /// Removes a member or an element, without checking requirements.
  mutating func takeOut(_ segment: JSONPointer.Segment) throws(JSONWriteError) {
    guard let here = node, let old = segment.child(of: here)?.retained() else { throw .noMemory }
    defer { old.releaseDeep() }
    if here.isObject {
      // First, because versions keep the object.
      record(.written(over: old, by: nil), segment)
      guard let container = changing({ $0.unique() }) else { throw .noMemory }
      noteStructure()
      let removed = place?.object.child(segment)?.object
      // Places by the row's index lead to the same member.
      let places = [removed, alias?.object.child(segment)?.object].compactMap { $0 }
      for place in places { place.keepLast(old, becoming: nil) }
      if isIDOfRow(segment), let (array, row) = above, let rows = array.pointee.place?.object {
        document.with { rows.renamed(JSON(borrowing: old), to: nil, at: row.index, in: &$0.burst) }
      }
      try change(container) { $0.remove(segment.raw) }
      document.with { document in
        document.room.takeOff(old, key: segment.count)
        for place in places { place.touchSubtree(&document.burst) }
        removed?.slot.record?.arrive(nil, .assigned)
        removed?.settle(with: nil, &document.burst)
      }
      changed(below: false)
    } else {
      try removeElement(segment.index)
      removedRow(old, at: segment.index, node?.elementCount ?? 0)
      changedElements()
    }
  }

  /// Updates the rows after a row has left. The values kept for the row are dropped at the end of the burst,
  /// unless the row has returned by then.
  func removedRow(_ row: JSONNode, at index: Int, _ count: Int) {
    guard let rows = rowsHere, let place else { return }
    rows.with { $0.removed(row, at: index, count: count) }
    if place.with({ $0.rowChildren.isEmpty }) { return }
    forgetRow(row, place.object, rows.object)
  }

  @inline(never)
  private func forgetRow(_ row: JSONNode, _ place: JSONPlace, _ rows: JSONRows) {
    guard let id = rows.id(of: row).map(JSONRowID.init(borrowing:)),
      let gone = place.rowChildren[id]
    else { return }
    gone.keepLast(row, becoming: nil)
    document.with { place.rowLeft(id, row, &$0.burst) }
  }

  /// Removes an element of this array.
  mutating func removeElement(_ index: Int) throws(JSONWriteError) {
    try changing { (state) throws(JSONWriteError) in
      guard let array = state.unique() else { throw .noMemory }
      state.noteStructure()
      state.record(.removed(at: index, array.element(index)))
      if let old = array.element(index) { state.document.with { $0.room.takeOff(old) } }
      state.keepLast(shifting: array, at: index, inserting: nil)
      array.remove(at: index)
      state.keepSteps()
    }
  }

  /// Keeps held values whose index then leads to another element, or to none.
  private func keepLast(shifting array: JSONNode, at index: Int, inserting value: JSONNode?) {
    for place in [place, alias] {
      place?.with { $0.keepLast(shifting: array, at: index, inserting: value) }
    }
  }

  /// Marks this place and places by index after elements were inserted, removed or moved; not places by id.
  func changedElements() {
    if let place {
      document.with { document in place.with { $0.touchIndexed(&document.burst) } }
    } else {
      note(below: false, nil) { $0.pointee.place }
    }
    // Inside a row, only places by the row's index may exist.
    note(below: true, alias) { $0.pointee.alias }
  }

  /// Marks this place as written and, with `below`, all places below it.
  func changed(below: Bool) {
    note(below: below, place) { $0.pointee.place }
    note(below: below, alias) { $0.pointee.alias }
  }

  // A closure instead of a key path, so that it is inlined.
  @inline(__always)
  func note(
    below: Bool, _ here: Uncounted<JSONPlace>?, _ which: (JSONCursor) -> Uncounted<JSONPlace>?
  ) {
    var nearest = here
    var cursor = parent
    while nearest == nil, let above = cursor {
      nearest = which(above)
      cursor = above.pointee.parent
    }
    document.with { document in
      nearest?.with {
        if here != nil && below {
          $0.touchSubtree(&document.burst)
        } else {
          $0.touch(&document.burst)
        }
      }
    }
  }
}
