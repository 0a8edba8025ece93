internal import KumikiValues

/// The places one step below a place, by their keys.
///
/// Every step of every cursor searches here. Therefore entries are unmanaged (the owner retains the places), and
/// the hashes are taken from the pointers. Open addressing. The owner must call `removeAll()` at the end.
@safe
struct JSONPlaceTable {
  /// A power of two of slots, at most half of them used; nil while the table is empty.
  private var slots: UnsafeMutablePointer<Uncounted<JSONPlace>?>?
  private var mask: UInt = 0

  subscript(segment: JSONPointer.Segment) -> Uncounted<JSONPlace>? {
    @inline(__always) get {
      guard let slots = unsafe slots else { return nil }
      var index = segment.hash & mask
      while let place = unsafe slots[Int(index)] {
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

  /// Inserts the last of the places.
  mutating func insert(_ places: [JSONPlace]) {
    if unsafe slots == nil || places.count * 2 > Int(mask) + 1 {
      let size = max(4, 2 * (Int(mask) + 1))
      unsafe slots?.deallocate()
      unsafe slots = .allocate(capacity: size)
      unsafe slots!.initialize(repeating: nil, count: size)
      mask = UInt(size - 1)
      for place in places { enter(place) }
    } else {
      enter(places[places.count - 1])
    }
  }

  private func enter(_ place: JSONPlace) {
    var index = place.segment.hash & mask
    while unsafe slots![Int(index)] != nil { index = (index + 1) & mask }
    unsafe slots![Int(index)] = Uncounted(place)
  }

  /// Removes a place in the table, and moves later entries up, so that searches need no tombstones.
  mutating func remove(_ place: JSONPlace) {
    guard let slots = unsafe slots else { return }
    let here = Uncounted(place)
    var gap = place.segment.hash & mask
    while let other = unsafe slots[Int(gap)], !(other == here) { gap = (gap + 1) & mask }
    guard unsafe slots[Int(gap)] != nil else { return }
    var next = gap
    while true {
      next = (next + 1) & mask
      guard let other = unsafe slots[Int(next)] else { break }
      let wanted = other.with { $0.step.pointee.hash } & mask
      // An entry may fill the gap if the gap is between its wanted slot and its current slot.
      guard (next &- wanted) & mask >= (next &- gap) & mask else { continue }
      unsafe slots[Int(gap)] = other
      gap = next
    }
    unsafe slots[Int(gap)] = nil
  }

  /// Removes all places, and frees the memory.
  mutating func removeAll() {
    unsafe slots?.deallocate()
    unsafe slots = nil
    mask = 0
  }
}
