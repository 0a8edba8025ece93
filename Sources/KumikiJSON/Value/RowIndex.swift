/// Remembers the index of each row by the hash of its id. No ids are stored, so a result is a hint that the
/// caller must compare with the array.
struct RowIndex {
  /// Whether two ids had equal hashes since the table was filled. If so, a result may belong to another id, or
  /// be missing.
  private(set) var hasDuplicates = false
  /// A power of two of slots; empty before the first entry.
  private var slots: [Slot] = []
  private var count = 0
  /// The number of slots that are or were in use.
  private var used = 0

  private struct Slot {
    var hash: UInt
    /// The index of a row, or one of the two constants below.
    var index: Int

    static let empty = -1
    static let removed = -2
  }

  private var mask: UInt { UInt(slots.count) &- 1 }

  /// Empties the table, with room for a number of rows.
  mutating func reset(_ number: Int) {
    hasDuplicates = false
    count = 0
    used = 0
    var size = 16
    while size < number * 2 { size *= 2 }
    // A larger table is kept, unless it is much too large.
    if size < slots.count, slots.count < size * 8 { size = slots.count }
    slots = Array(repeating: Slot(hash: 0, index: Slot.empty), count: size)
  }

  func find(_ hash: UInt) -> Int? { place(of: hash).map { slots[$0].index } }

  /// Updates the index of a known id.
  mutating func move(_ hash: UInt, to index: Int) {
    if let known = place(of: hash) { slots[known].index = index }
  }

  /// Adds the index of a new id.
  mutating func insert(_ hash: UInt, at index: Int) {
    if let known = place(of: hash) {
      hasDuplicates = true
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

  /// Takes the first free or freed slot.
  private mutating func enter(_ slot: Slot) {
    var position = slot.hash & mask
    while slots[Int(position)].index >= 0 { position = (position + 1) & mask }
    if slots[Int(position)].index == Slot.empty { used += 1 }
    slots[Int(position)] = slot
    count += 1
  }

  private mutating func grow() {
    let (old, hadDuplicates) = (slots, hasDuplicates)
    slots = []
    reset(max(8, count * 2))
    hasDuplicates = hadDuplicates
    for slot in old where slot.index >= 0 { enter(slot) }
  }
}
