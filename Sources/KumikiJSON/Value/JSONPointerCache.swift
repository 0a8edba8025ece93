internal import Glibc

/// The pointers that a program writes again and again, by their text: each is taken apart once.
///
/// A small table in which a newcomer takes the place of whoever was there. The same text is found by
/// its bytes, so a text that changes in the same memory is another pointer.
package final class JSONPointerCache {
  struct Entry {
    /// With a NUL behind.
    fileprivate var text: UnsafeMutablePointer<CChar>? = nil
    fileprivate var length = 0
    fileprivate var pointer = JSONPointer.root
    /// The pointer's, valid while it is here.
    fileprivate(set) var steps = JSONPointer.root.segments
    /// Where it led last.
    var trace = JSONTrace.none

    fileprivate func isText(_ other: UnsafePointer<CChar>) -> Bool {
      guard let text else { return false }
      return strcmp(text, other) == 0
    }
  }

  private static let size = 64
  /// The longest text that is kept.
  private static let longest = 120

  // In memory of its own: what is looked at there is not counted, only what is found.
  /// Nil until the first look-up: a store whose features are in Swift never asks.
  private var entries: UnsafeMutablePointer<Entry>?
  /// The one that was asked for last: what a reducer reads it often writes next.
  private var recent: UnsafeMutablePointer<Entry>?

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

  /// The entry of a text; nil for one that was not written by. Valid until the next look-up.
  @inline(__always)
  func known(_ text: UnsafePointer<CChar>) -> UnsafeMutablePointer<Entry>? {
    if let recent, recent.pointee.isText(text) { return recent }
    return search(text)
  }

  @inline(never)
  private func search(_ text: UnsafePointer<CChar>) -> UnsafeMutablePointer<Entry>? {
    guard let entries else { return nil }
    let slot = slot(of: text)
    guard slot.isKnown else { return nil }
    recent = entries + slot.index
    return recent
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
      try body(entries![slot.index].steps)
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
      length &+= 1
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
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: length + 1)
    copy.initialize(from: text, count: length + 1)
    entry.pointee = Entry(text: copy, length: length, pointer: pointer, steps: pointer.segments)
    return pointer
  }
}
