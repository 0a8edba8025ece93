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
    /// Nil where the text was met once.
    var action: JSONKeptAction?
  }

  /// How many texts are kept at most, and how long each may be.
  private static let size = 256
  private static let longest = 512

  /// Empty until the first look-up.
  private var entries: [Entry] = []

  package init() {}

  /// Where a text is kept, or would be; nil for one that is too long.
  package struct Slot {
    fileprivate let index: Int
    fileprivate let hash: UInt64
  }

  /// Looks a text up.
  package mutating func find(_ text: UnsafeRawBufferPointer) -> (slot: Slot?, action: JSONKeptAction?) {
    guard text.count <= Self.longest else { return (nil, nil) }
    if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.size) }
    let hash = Self.hash(text)
    let slot = Slot(index: Int(hash >> 56), hash: hash)
    return entries.withUnsafeBufferPointer { entries in
      let entry = entries.baseAddress! + slot.index
      guard entry.pointee.hash == hash, entry.pointee.action != nil,
        entry.pointee.text.withUnsafeBytes({ $0.isEqual(to: text) })
      else { return (slot, nil) }
      return (slot, entry.pointee.action)
    }
  }

  /// Notes what a text was read as. The second time it is kept.
  package mutating func note(_ text: UnsafeRawBufferPointer, at slot: Slot, _ action: JSONNode) {
    if entries[slot.index].hash == slot.hash {
      entries[slot.index].text = Array(text)
      entries[slot.index].action = JSONKeptAction(action)
    } else {
      entries[slot.index] = Entry(hash: slot.hash)
    }
  }

  /// Eight bytes at a time; the upper bits depend on all of them.
  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset + 8 <= text.count {
      hash = mix(hash, text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < text.count {
      rest = rest << 8 | UInt64(text[offset])
      offset += 1
    }
    // 0 means that nothing was met.
    return mix(hash, rest) | 1
  }

  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
