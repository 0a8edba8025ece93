internal import KumikiValues

/// The text of a JSON Pointer during a walk: the step to a place is appended to the text of the place above, and
/// cut off again. It keeps its memory.
struct JSONPathText: ~Copyable {
  private var room = ManualArray<UInt8>()
  private(set) var count = 0

  deinit { room.free() }

  /// Cuts the text back to the text of a place above.
  mutating func cut(to count: Int) { self.count = count }

  /// Appends one step, escaped.
  mutating func append(key: JSONBytes) {
    let most = count + 1 + 2 * key.count
    room.reserve(most, 0)
    room[count] = UInt8(ascii: "/")
    count = key.copyEscaped(into: room, at: count + 1)
  }

  /// Appends the step to an element.
  mutating func append(index: Int) { withDigits(index) { append(key: $0) } }

  /// Calls `body` with the text.
  @inline(__always)
  func withBytes<R>(_ body: (JSONBytes) -> R) -> R { body(room.part(0..<count)) }
}

extension String {
  /// Appends one step to the text of a JSON Pointer, escaped.
  mutating func appendSegment(_ key: String) {
    var text = JSONPathText()
    key.withBytes { text.append(key: $0) }
    append(text.withBytes { $0.string })
  }
}
