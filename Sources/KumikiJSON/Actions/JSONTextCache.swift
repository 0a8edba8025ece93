internal import CJansson

/// Actions by the text that they came in, for as long as the same texts come again.
///
/// A program that speaks JSON text sends few different ones. A text is kept from the second time on
/// that it is met, so texts that never repeat cost nothing but a hash. What is kept is immutable: a
/// reducer that puts a part of it into its state shares that part, and a write below copies it.
package struct JSONTextCache {
  private struct Entry {
    var hash: UInt64 = 0
    var text: [UInt8] = []
    var action: JSONKeptAction?
    /// The next entry in the same bucket.
    var next = none
    /// It was found since the search for a place last came by.
    var isUsed = false
  }

  /// How many texts are kept at most, and how long each may be.
  private static let size = 256
  private static let longest = 512
  private static let none: Int16 = -1

  // All empty until the first look-up.
  private var entries: [Entry] = []
  /// The first entry of each bucket.
  private var buckets: [Int16] = []
  /// Parts of the hashes of texts that were met once, the last few for each bucket.
  private var met: [SIMD4<UInt32>] = []
  /// Where the search for a place goes on.
  private var hand = 0
  /// How many were not let in since all places were taken.
  private var refused = 0

  /// When all places are taken one newcomer in so many is let in. More texts than there are places that
  /// take turns would else push each other out before they come again, and none would be found.
  private static let newcomers = 8

  package init() {}

  /// A text that may be kept.
  package struct Slot {
    fileprivate let hash: UInt64
    fileprivate var bucket: Int { Int(hash >> 55) }
  }

  /// Looks a text up.
  package mutating func find(_ text: UnsafeRawBufferPointer) -> (
    slot: Slot?, action: JSONKeptAction?
  ) {
    guard text.count <= Self.longest else { return (nil, nil) }
    if buckets.isEmpty { makeRoom() }
    let slot = Slot(hash: ContentHash.of(text) | 1)
    var index = Int(buckets[slot.bucket])
    let found: JSONKeptAction? = entries.withUnsafeMutableBufferPointer { entries in
      while index != Int(Self.none) {
        let entry = entries.baseAddress! + index
        if entry.pointee.hash == slot.hash,
          entry.pointee.text.withUnsafeBytes({ $0.isEqual(to: text) })
        {
          entry.pointee.isUsed = true
          return entry.pointee.action
        }
        index = Int(entry.pointee.next)
      }
      return nil
    }
    return (slot, found)
  }

  private mutating func makeRoom() {
    entries.reserveCapacity(Self.size)
    buckets = Array(repeating: Self.none, count: 512)
    met = Array(repeating: .zero, count: 512)
  }

  /// Notes what a text was read as. The second time it is kept.
  package mutating func note(_ text: UnsafeRawBufferPointer, at slot: Slot, _ action: JSONNode) {
    let mark = UInt32(truncatingIfNeeded: slot.hash)
    let marks = met[slot.bucket]
    guard any(marks .== mark) else {
      met[slot.bucket] = SIMD4(mark, marks.x, marks.y, marks.z)
      return
    }
    if entries.count == Self.size {
      refused = (refused + 1) % Self.newcomers
      if refused != 0 { return }
    }
    let index = takePlace()
    entries[index] = Entry(
      hash: slot.hash, text: Array(text), action: JSONKeptAction(action),
      next: buckets[slot.bucket])
    buckets[slot.bucket] = Int16(index)
  }

  /// The place of the next newcomer: a new one, or that of a text that was not asked for of late.
  private mutating func takePlace() -> Int {
    guard entries.count == Self.size else {
      entries.append(Entry())
      return entries.count - 1
    }
    while entries[hand].isUsed {
      entries[hand].isUsed = false
      hand = (hand + 1) % Self.size
    }
    let index = hand
    hand = (hand + 1) % Self.size
    unlink(index)
    return index
  }

  private mutating func unlink(_ index: Int) {
    let bucket = Slot(hash: entries[index].hash).bucket
    guard Int(buckets[bucket]) != index else {
      buckets[bucket] = entries[index].next
      return
    }
    var before = Int(buckets[bucket])
    while Int(entries[before].next) != index { before = Int(entries[before].next) }
    entries[before].next = entries[index].next
  }
}
