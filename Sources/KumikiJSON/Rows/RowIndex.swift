/// Where rows were last, by their ids: a table of hashes and indices that holds no id. Its answer is a
/// hint, which the caller compares with the array.
struct RowIndex {
  /// Two ids had equal hashes since the table was filled: an answer may be another id's, or missing.
  private(set) var hasTwins = false
  /// A power of two of them; none while nothing was noted.
  private var slots: [Slot] = []
  private var count = 0
  /// Slots that are in use or were.
  private var used = 0

  private struct Slot {
    var hash: UInt
    /// Of a row; or one of the two below.
    var index: Int

    static let empty = -1
    static let removed = -2
  }

  private var mask: UInt { UInt(slots.count) &- 1 }

  /// Empties it, with room for so many.
  mutating func reset(_ number: Int) {
    hasTwins = false
    count = 0
    used = 0
    var size = 16
    while size < number * 2 { size *= 2 }
    // A table that was larger stays so, unless it is much too large.
    if size < slots.count, slots.count < size * 8 { size = slots.count }
    slots = Array(repeating: Slot(hash: 0, index: Slot.empty), count: size)
  }

  func find(_ hash: UInt) -> Int? { place(of: hash).map { slots[$0].index } }

  /// Notes that the row of an id that is here is elsewhere now.
  mutating func move(_ hash: UInt, to index: Int) {
    if let known = place(of: hash) { slots[known].index = index }
  }

  /// Notes the row of an id that is new here.
  mutating func insert(_ hash: UInt, at index: Int) {
    if let known = place(of: hash) {
      hasTwins = true
      slots[known].index = index
      return
    }
    if used * 4 >= slots.count * 3 { grow() }
    enter(Slot(hash: hash, index: index))
  }

  mutating func remove(_ hash: UInt) {
    guard let known = place(of: hash) else { return }
    slots[known].index = Slot.removed
    count -= 1
  }

  @inline(__always)
  private func place(of hash: UInt) -> Int? {
    if slots.isEmpty { return nil }
    var position = hash & mask
    while true {
      let slot = slots[Int(position)]
      if slot.index == Slot.empty { return nil }
      if slot.hash == hash, slot.index >= 0 { return Int(position) }
      position = (position + 1) & mask
    }
  }

  /// Takes the first place that is free, or is again.
  private mutating func enter(_ slot: Slot) {
    var position = slot.hash & mask
    while slots[Int(position)].index >= 0 { position = (position + 1) & mask }
    if slots[Int(position)].index == Slot.empty { used += 1 }
    slots[Int(position)] = slot
    count += 1
  }

  private mutating func grow() {
    let (old, hadTwins) = (slots, hasTwins)
    slots = []
    reset(max(8, count * 2))
    hasTwins = hadTwins
    for slot in old where slot.index >= 0 { enter(slot) }
  }
}

extension JSONNode {
  /// Of an id, for ``RowIndex``: equal ids have equal ones.
  var rowHash: UInt {
    switch kind {
    case .integer: UInt(ContentHash.mix(5, UInt64(bitPattern: Int64(integer))))
    case .string: UInt(ContentHash.of(textBytes))
    // Equal values must have equal hashes, so this uses the value's own.
    default: UInt(bitPattern: JSON(borrowing: self).hashValue)
    }
  }
}
