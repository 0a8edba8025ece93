internal import KumikiValues

// Held values: the last values of places that a scoped store keeps after the places are gone.
extension JSONPlace {
  /// Keeps held values at or below this place that will be gone. Called before the value here becomes `new`.
  func keepLast(_ old: JSONNode?, becoming new: JSONNode?) {
    var stack: [(JSONPlace, JSONNode?, JSONNode?)] = [(self, old, new)]
    while let (place, old, new) = stack.popLast() {
      guard place.holds.below > 0, let old, !old.isNull else { continue }
      let goes = new == nil || new!.isNull
      if goes, place.holds.listings > 0 { place.holds.leftStamp = place.stamp }
      if place.holds.count > 0 {
        // Not `nil`, which the compiler would convert to JSON's null.
        place.holds.last = goes ? .some(JSON(borrowing: old)) : .none
      }
      for feature in place.holds.leaving { feature.with { $0.keep(old) } }
      for child in place.indexed where child.holds.below > 0 {
        stack.append((child, child.member(of: old), new.flatMap { child.member(of: $0) }))
      }
      if let rows = place.rows.known { place.keepLastRows(old, becoming: new, rows, &stack) }
    }
  }

  private func keepLastRows(
    _ old: JSONNode, becoming new: JSONNode?, _ rows: JSONRows,
    _ stack: inout [(JSONPlace, JSONNode?, JSONNode?)]
  ) {
    guard rowChildren.values.contains(where: { $0.holds.below > 0 }) else { return }
    let (before, after) = (rows.byID(old), rows.byID(new))
    for (id, child) in rowChildren where child.holds.below > 0 {
      stack.append((child, before[id], after[id]))
    }
  }

  /// The nearest slot that contains this place.
  var slotAround: JSONPlace? {
    var place: JSONPlace? = self
    while let here = place, here.slot.here == nil { place = here.parentHere?.object }
    return place
  }

  /// Returns the held places below, with their values (nil for null) and the values that they keep.
  func held(in node: JSONNode?) -> [(place: JSONPlace, value: JSON?, last: JSON?)] {
    var found: [(place: JSONPlace, value: JSON?, last: JSON?)] = []
    var stack: [(JSONPlace, JSONNode?)] = [(self, node)]
    while let (place, node) = stack.popLast() {
      if place.holds.count > 0 {
        let value = node.flatMap { $0.isNull ? nil : $0 }
        found.append((place, value.map { JSON(borrowing: $0) }, place.holds.last))
      }
      for child in place.indexed where child.holds.below > 0 {
        stack.append((child, node.flatMap { child.member(of: $0) }))
      }
      guard let rows = place.rows.known else { continue }
      let elements = rows.byID(node)
      for (id, child) in place.rowChildren where child.holds.below > 0 {
        stack.append((child, elements[id]))
      }
    }
    return found
  }

  /// Keeps held values before an element is inserted or removed. From the element's index on, each index then
  /// leads to the neighbouring element, and the last index may lead to none.
  ///
  /// - Parameter value: the new element; nil if the element at the index is removed.
  func keepLast(shifting array: JSONNode, at index: Int, inserting value: JSONNode?) {
    guard holds.below > 0 else { return }
    for child in indexed where child.holds.below > 0 && child.segment.index >= index {
      let here = child.segment.index
      let next = value == nil ? array.element(here + 1) : array.element(here - 1)
      child.keepLast(child.member(of: array), becoming: here == index ? value ?? next : next)
    }
  }
}

extension JSONRows {
  /// Returns the elements of an array by their ids, borrowed. A path that was written in its plain form has no ids yet,
  /// although the plain values may have members of that name.
  fileprivate func byID(_ array: JSONNode?) -> [JSONRowID: JSONNode] {
    var found: [JSONRowID: JSONNode] = [:]
    guard let array, array.isArray, !isPath || JSONPathForm.isLong(array) else { return found }
    found.reserveCapacity(array.elementCount)
    for row in array.children {
      if let id = id(of: row) { found[JSONRowID(borrowing: id)] = row }
    }
    return found
  }
}
