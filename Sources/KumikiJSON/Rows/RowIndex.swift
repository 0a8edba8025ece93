/// Where rows were last, by their ids: a table of hashes and indices that holds no id. Its answer is a
/// hint, which the caller compares with the array.
@safe
struct RowIndex {
  /// Two ids had equal hashes since the table was filled: an answer may be another id's, or missing.
  private(set) var hasTwins = false
  private var slots: UnsafeMutablePointer<Slot>?
  private var mask: UInt = 0
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

  /// The owner has to call ``deallocate()`` in the end.
  init() {}

  func deallocate() { unsafe slots?.deallocate() }

  /// Empties it, with room for so many.
  mutating func reset(_ number: Int) {
    hasTwins = false
    count = 0
    used = 0
    var size = 16
    while size < number * 2 { size *= 2 }
    if unsafe slots == nil || size > Int(mask) + 1 || size * 8 <= Int(mask) + 1 {
      unsafe slots?.deallocate()
      unsafe slots = .allocate(capacity: size)
      mask = UInt(size - 1)
    }
    unsafe slots!.initialize(repeating: Slot(hash: 0, index: Slot.empty), count: Int(mask) + 1)
  }

  func find(_ hash: UInt) -> Int? { place(of: hash).map { unsafe slots![$0].index } }

  /// Notes that the row of an id that is here is elsewhere now.
  mutating func move(_ hash: UInt, to index: Int) {
    if let known = place(of: hash) { unsafe slots![known].index = index }
  }

  /// Notes the row of an id that is new here.
  mutating func insert(_ hash: UInt, at index: Int) {
    if let known = place(of: hash) {
      hasTwins = true
      unsafe slots![known].index = index
      return
    }
    if unsafe slots == nil || used * 4 >= (Int(mask) + 1) * 3 { grow() }
    enter(Slot(hash: hash, index: index))
  }

  mutating func remove(_ hash: UInt) {
    guard let known = place(of: hash) else { return }
    unsafe slots![known].index = Slot.removed
    count -= 1
  }

  @inline(__always)
  private func place(of hash: UInt) -> Int? {
    guard let slots = unsafe slots else { return nil }
    var position = hash & mask
    while true {
      let slot = unsafe slots[Int(position)]
      if slot.index == Slot.empty { return nil }
      if slot.hash == hash, slot.index >= 0 { return Int(position) }
      position = (position + 1) & mask
    }
  }

  /// Takes the first place that is free, or is again.
  private mutating func enter(_ slot: Slot) {
    var position = slot.hash & mask
    while unsafe slots![Int(position)].index >= 0 { position = (position + 1) & mask }
    if unsafe slots![Int(position)].index == Slot.empty { used += 1 }
    unsafe slots![Int(position)] = slot
    count += 1
  }

  private mutating func grow() {
    let old = unsafe UnsafeMutableBufferPointer(
      start: slots, count: slots == nil ? 0 : Int(mask) + 1)
    let hadTwins = hasTwins
    unsafe slots = nil
    reset(max(8, count * 2))
    hasTwins = hadTwins
    for place in old.indices where unsafe old[place].index >= 0 { unsafe enter(old[place]) }
    unsafe old.baseAddress?.deallocate()
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
