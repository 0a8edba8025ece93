/// The places one step below a place, by their keys.
///
/// Every step of every cursor looks here, so the table counts no reference, not even its own memory's,
/// and compares hashes that the pointers bring along. Open addressing; nothing is ever removed but all
/// at once, which its owner must do in the end.
struct JSONPlaceTable {
  /// A power of two of slots, at most half of them in use; nil while there is no place.
  private var slots: UnsafeMutablePointer<Unmanaged<JSONPlace>?>?
  private var mask: UInt = 0
  /// In the order in which they came.
  private(set) var places: [JSONPlace] = []

  subscript(segment: JSONPointer.Segment) -> Unmanaged<JSONPlace>? {
    @inline(__always) get {
      guard let slots else { return nil }
      var index = segment.hash & mask
      while let place = slots[Int(index)] {
        let found = place._withUnsafeGuaranteedRef {
          let step = $0.step
          return step.pointee.hash == segment.hash && step.pointee.raw.isEqual(to: segment.raw)
        }
        if found { return place }
        index = (index + 1) & mask
      }
      return nil
    }
  }

  mutating func insert(_ place: JSONPlace) {
    places.append(place)
    if slots == nil || places.count * 2 > Int(mask) + 1 {
      let size = max(4, 2 * (Int(mask) + 1))
      slots?.deallocate()
      slots = .allocate(capacity: size)
      slots!.initialize(repeating: nil, count: size)
      mask = UInt(size - 1)
      for place in places { enter(place) }
    } else {
      enter(place)
    }
  }

  private func enter(_ place: JSONPlace) {
    var index = place.segment.hash & mask
    while slots![Int(index)] != nil { index = (index + 1) & mask }
    slots![Int(index)] = .passUnretained(place)
  }

  /// Also gives the memory back.
  mutating func removeAll() {
    places = []
    slots?.deallocate()
    slots = nil
    mask = 0
  }
}
