/// The places one step below a place, by their keys.
///
/// Every step of every cursor looks here, so the table counts no reference and compares hashes that
/// the pointers bring along. Open addressing; nothing is ever removed but all at once.
struct JSONPlaceTable {
  /// A power of two of slots, at most half of them in use.
  private var slots: [Unmanaged<JSONPlace>?] = []
  /// In the order in which they came.
  private(set) var places: [JSONPlace] = []

  subscript(segment: JSONPointer.Segment) -> Unmanaged<JSONPlace>? {
    @inline(__always) get {
      if places.isEmpty { return nil }
      return slots.withUnsafeBufferPointer { slots in
        var index = segment.hash & UInt(slots.count - 1)
        while let place = slots[Int(index)] {
          let found = place._withUnsafeGuaranteedRef {
            $0.segment.hash == segment.hash && $0.segment.raw.isEqual(to: segment.raw)
          }
          if found { return place }
          index = (index + 1) & UInt(slots.count - 1)
        }
        return nil
      }
    }
  }

  mutating func insert(_ place: JSONPlace) {
    places.append(place)
    if places.count * 2 > slots.count {
      slots = Array(repeating: nil, count: max(4, slots.count * 2))
      for place in places { enter(place) }
    } else {
      enter(place)
    }
  }

  private mutating func enter(_ place: JSONPlace) {
    var index = Int(place.segment.hash & UInt(slots.count - 1))
    while slots[index] != nil { index = (index + 1) & (slots.count - 1) }
    slots[index] = .passUnretained(place)
  }

  mutating func removeAll() {
    places = []
    slots = []
  }
}
