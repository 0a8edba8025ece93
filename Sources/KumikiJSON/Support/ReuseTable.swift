/// A cache of bounded size, searched by a hash of the inputs.
///
/// Several values may have one hash; the caller compares them. If the table is full, a new value replaces one
/// that was not used since the last such search. Nothing is allocated before the first use.
struct ReuseTable<Value> {
  private struct Entry {
    var value: Value
    let hash: UInt64
    /// The next entry in the same bucket.
    var next: Int16
    /// Whether the entry was found since the clock hand last passed it.
    var isUsed = false
  }

  private let capacity: Int
  private var entries: [Entry] = []
  /// The first entry of each bucket. The table has two buckets for each entry.
  private var buckets: [Int16] = []
  /// Parts of hashes that were looked up without success, the last four of each bucket.
  private var seen: [SIMD4<UInt32>] = []
  /// The clock hand: the position from which the search for an unused entry continues.
  private var hand = 0
  /// The number of values that were refused since the table was full.
  private var refused = 0

  /// If the table is full, one of this number of new values is admitted. If more values than entries alternate,
  /// they would otherwise evict each other before their next use, and no lookup would succeed.
  private static var admissionInterval: Int { 8 }

  /// - Parameter capacity: a power of two.
  init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0 && capacity <= Int(Int16.max))
    self.capacity = capacity
  }

  var isEmpty: Bool { entries.isEmpty }

  @inline(__always)
  private func bucket(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (capacity &* 2 &- 1)
  }

  /// Returns the position of a value. Valid until the next ``insert(_:for:)``.
  ///
  /// - Complexity: O(1), and a call of `isMeant` for each value with the same hash.
  @inline(__always)
  mutating func find(_ hash: UInt64, where isMeant: (Value) -> Bool) -> Int? {
    guard !entries.isEmpty else { return nil }
    var index = Int(buckets[bucket(hash)])
    while index >= 0 {
      if entries[index].hash == hash, isMeant(entries[index].value) {
        if !entries[index].isUsed { entries[index].isUsed = true }
        return index
      }
      index = Int(entries[index].next)
    }
    return nil
  }

  /// The value at a position that ``find(_:where:)`` or ``insert(_:for:)`` returned.
  subscript(place: Int) -> Value {
    @inline(__always) _read { yield entries[place].value }
    @inline(__always) _modify { yield &entries[place].value }
  }

  /// Stores a value, possibly in place of another.
  @discardableResult
  mutating func insert(_ value: Value, for hash: UInt64) -> Int {
    if buckets.isEmpty { buckets = Array(repeating: -1, count: capacity * 2) }
    let bucket = bucket(hash)
    if entries.count < capacity {
      entries.append(Entry(value: value, hash: hash, next: buckets[bucket]))
      buckets[bucket] = Int16(entries.count - 1)
      return entries.count - 1
    }
    let place = makeRoom()
    entries[place] = Entry(value: value, hash: hash, next: buckets[bucket])
    buckets[bucket] = Int16(place)
    return place
  }

  /// Whether a value that was not found is worth storing: its hash was seen before, and the table has room or it
  /// is a new value's turn. A value that never returns costs one hash.
  mutating func admits(_ hash: UInt64) -> Bool {
    if seen.isEmpty { seen = Array(repeating: .zero, count: capacity * 2) }
    let mark = UInt32(truncatingIfNeeded: hash >> 32) | 1
    let marks = seen[bucket(hash)]
    guard any(marks .== mark) else {
      seen[bucket(hash)] = SIMD4(mark, marks.x, marks.y, marks.z)
      return false
    }
    guard entries.count == capacity else { return true }
    refused = (refused + 1) % Self.admissionInterval
    return refused == 0
  }

  /// Frees the entry of a value that was not used recently, and returns its position.
  private mutating func makeRoom() -> Int {
    while entries[hand].isUsed {
      entries[hand].isUsed = false
      hand = (hand + 1) % capacity
    }
    let place = hand
    hand = (hand + 1) % capacity
    unlink(place)
    return place
  }

  private mutating func unlink(_ place: Int) {
    let bucket = bucket(entries[place].hash)
    guard Int(buckets[bucket]) != place else {
      buckets[bucket] = entries[place].next
      return
    }
    var before = Int(buckets[bucket])
    while Int(entries[before].next) != place { before = Int(entries[before].next) }
    entries[before].next = entries[place].next
  }
}
