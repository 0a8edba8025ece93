internal import Kumiki

/// The places one step below a place, by their keys.
///
/// Every step of every cursor looks here, so entries are unmanaged (the owner retains the places), and the
/// hashes are those that pointers carry. Open addressing.
struct WatchedNodeTable {
  /// A power of two of them, at most half in use; none while there is no place.
  private var slots: [Uncounted<WatchedNode>?] = []
  private var mask: UInt { UInt(slots.count) &- 1 }

  subscript(segment: JSONPointer.Segment) -> Uncounted<WatchedNode>? {
    @inline(__always) get {
      if slots.isEmpty { return nil }
      var index = segment.hash & mask
      while let place = slots[Int(index)] {
        let found = place.with {
          let step = $0.step
          return step.pointee.hash == segment.hash && step.pointee.raw.isEqual(to: segment.raw)
        }
        if found { return place }
        index = (index + 1) & mask
      }
      return nil
    }
  }

  /// Enters the last of the places.
  mutating func insert(_ places: [WatchedNode]) {
    if places.count * 2 > slots.count {
      slots = Array(repeating: nil, count: max(4, 2 * slots.count))
      for place in places { enter(place) }
    } else {
      enter(places[places.count - 1])
    }
  }

  private mutating func enter(_ place: WatchedNode) {
    var index = place.segment.hash & mask
    while slots[Int(index)] != nil { index = (index + 1) & mask }
    slots[Int(index)] = Uncounted(place)
  }

  /// Removes a place that is in the table, and moves later entries up, so that searches need no
  /// tombstones.
  mutating func remove(_ place: WatchedNode) {
    if slots.isEmpty { return }
    let here = Uncounted(place)
    var gap = place.segment.hash & mask
    while let other = slots[Int(gap)], !(other == here) { gap = (gap + 1) & mask }
    guard slots[Int(gap)] != nil else { return }
    var next = gap
    while true {
      next = (next + 1) & mask
      guard let other = slots[Int(next)] else { break }
      let wanted = other.with { $0.step.pointee.hash } & mask
      // It may fill the gap if the gap is between its wanted slot and its present one.
      guard (next &- wanted) & mask >= (next &- gap) & mask else { continue }
      slots[Int(gap)] = other
      gap = next
    }
    slots[Int(gap)] = nil
  }

  /// Also gives the memory back.
  mutating func removeAll() { slots = [] }
}
