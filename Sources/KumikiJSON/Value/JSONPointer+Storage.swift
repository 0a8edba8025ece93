internal import CJansson

extension JSONPointer {
  /// One block of memory: the segments, and behind them the keys that they point to, each with a NUL.
  final class Storage {
    let segments: UnsafeMutablePointer<Segment>
    private(set) var count = 0
    private var nextKey: UnsafeMutablePointer<CChar>

    private init(count: Int, keyBytes: Int) {
      let head = count * MemoryLayout<Segment>.stride
      let block = UnsafeMutableRawPointer.allocate(
        byteCount: head + keyBytes + count + 1, alignment: MemoryLayout<Segment>.alignment)
      segments = block.bindMemory(to: Segment.self, capacity: count)
      nextKey = (block + head).bindMemory(to: CChar.self, capacity: keyBytes + count + 1)
    }

    convenience init(_ keys: [String]) {
      self.init(count: keys.count, keyBytes: keys.reduce(0) { $0 + $1.utf8.count })
      for key in keys {
        let start = nextKey
        for byte in key.utf8 { append(byte) }
        endKey(start)
      }
    }

    /// Takes a pointer's text apart. A key is never longer than its text.
    convenience init(parsing text: UnsafeRawBufferPointer) throws(JSONError) {
      let slash = UInt8(ascii: "/")
      self.init(count: text.reduce(0) { $0 + ($1 == slash ? 1 : 0) }, keyBytes: text.count)
      guard let first = text.first else { return }
      guard first == slash else {
        throw JSONError(.invalidPointer, message: "a JSON Pointer is empty or begins with \"/\"")
      }
      var start = nextKey
      var offset = 1
      while offset < text.count {
        let byte = text[offset]
        offset += 1
        if byte == slash {
          endKey(start)
          start = nextKey
        } else if byte == UInt8(ascii: "~") {
          append(try Self.unescaped(text, at: offset))
          offset += 1
        } else {
          append(byte)
        }
      }
      endKey(start)
    }

    deinit { UnsafeMutableRawPointer(segments).deallocate() }

    private func append(_ byte: UInt8) {
      nextKey.initialize(to: CChar(bitPattern: byte))
      nextKey += 1
    }

    private func endKey(_ start: UnsafeMutablePointer<CChar>) {
      let length = nextKey - start
      append(0)
      (segments + count).initialize(
        to: Segment(bytes: start, count: length, index: Self.index(of: start, length)))
      count += 1
    }

    private static func unescaped(
      _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(JSONError) -> UInt8 {
      switch offset < bytes.count ? bytes[offset] : 0 {
      case UInt8(ascii: "0"): return UInt8(ascii: "~")
      case UInt8(ascii: "1"): return UInt8(ascii: "/")
      default:
        throw JSONError(
          .invalidPointer, message: "\"~\" in a JSON Pointer is followed by 0 or 1")
      }
    }

    private static func index(of key: UnsafePointer<CChar>, _ count: Int) -> Int {
      let zero = CChar(UInt8(ascii: "0"))
      // 18 digits fit in an Int whatever they are, and no array is larger.
      guard (1...18).contains(count), count == 1 || key[0] != zero else { return -1 }
      var index = 0
      for offset in 0..<count {
        let digit = Int(key[offset]) - Int(zero)
        guard (0...9).contains(digit) else { return -1 }
        index = index * 10 + digit
      }
      return index
    }
  }
}

/// The pointers that a program writes again and again, by their text: each is taken apart once.
///
/// A small table in which a newcomer takes the place of whoever was there. The same text is found by
/// its bytes, so a text that changes in the same memory is another pointer.
package final class JSONPointerCache {
  private struct Entry {
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    var pointer = JSONPointer.root
  }

  private static let size = 64
  /// The longest text that is kept.
  private static let longest = 120

  // In memory of its own: what is looked at there is not counted, only what is found.
  /// Nil until the first look-up: a store whose features are in Swift never asks.
  private var entries: UnsafeMutablePointer<Entry>?

  /// How many are at work with steps; and the pointers that made room for others meanwhile.
  private var lent = 0
  private var replaced: [JSONPointer] = []

  package init() {}

  deinit {
    guard let entries else { return }
    for index in 0..<Self.size { entries[index].text?.deallocate() }
    entries.deinitialize(count: Self.size)
    entries.deallocate()
  }

  /// Calls `body` with the steps of a pointer, without counting; nil for a text that is no pointer, or
  /// is not UTF-8.
  @inline(__always)
  package func withSteps(
    _ text: UnsafePointer<CChar>, _ body: (JSONSteps?) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    let slot = slot(of: text)
    lent += 1
    defer { giveBack() }
    if slot.isKnown {
      try body(entries![slot.index].pointer.segments)
    } else {
      try body(note(text, slot)?.segments)
    }
  }

  @inline(__always)
  private func giveBack() {
    lent -= 1
    if lent == 0, !replaced.isEmpty { replaced = [] }
  }

  /// - Returns: nil for a text that is no pointer, or is not UTF-8.
  package func pointer(_ text: UnsafePointer<CChar>) -> JSONPointer? {
    let slot = slot(of: text)
    return slot.isKnown ? entries![slot.index].pointer : note(text, slot)
  }

  private struct Slot {
    let index: Int
    let length: Int
    let isKnown: Bool
  }

  private func slot(of text: UnsafePointer<CChar>) -> Slot {
    var hash: UInt = 0
    var length = 0
    while text[length] != 0 {
      hash = hash &* 31 &+ UInt(UInt8(bitPattern: text[length]))
      length += 1
    }
    let bytes = UnsafeRawBufferPointer(start: text, count: length)
    let index = Int((hash ^ hash >> 7) % UInt(Self.size))
    guard let entries, let known = entries[index].text else {
      return Slot(index: index, length: length, isKnown: false)
    }
    let kept = UnsafeRawBufferPointer(start: known, count: entries[index].length)
    return Slot(index: index, length: length, isKnown: kept.isEqual(to: bytes))
  }

  private func note(_ text: UnsafePointer<CChar>, _ slot: Slot) -> JSONPointer? {
    let length = slot.length
    guard let pointer = try? JSONPointer(bytes: UnsafeRawBufferPointer(start: text, count: length))
    else { return nil }
    if length > Self.longest {
      if lent > 0 { replaced.append(pointer) }
      return pointer
    }
    if entries == nil {
      entries = .allocate(capacity: Self.size)
      entries!.initialize(repeating: Entry(), count: Self.size)
    }
    let entry = entries! + slot.index
    if let text = entry.pointee.text {
      if lent > 0 { replaced.append(entry.pointee.pointer) }
      text.deallocate()
    }
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, length))
    copy.initialize(from: text, count: length)
    entry.pointee = Entry(text: copy, length: length, pointer: pointer)
    return pointer
  }
}
