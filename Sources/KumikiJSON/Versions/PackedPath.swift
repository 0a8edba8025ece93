/// The steps from the root of a state to a place, packed into words. Borrowed from an ``InverseBlock``.
///
/// An element is one word, its index. A member is a word with the highest bit and the number of the key's bytes,
/// followed by the bytes and at least one NUL.
@safe
struct PackedPath {
  private let start: UnsafePointer<UInt32>
  let count: Int
  private var position = 0

  init(_ start: UnsafePointer<UInt32>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  private static let member: UInt32 = 1 << 31

  var isAtEnd: Bool { position == count }

  /// Returns the next step, which borrows the key.
  mutating func next() -> JSONPointer.Segment {
    let first = unsafe start[position]
    position += 1
    if first & Self.member == 0 { return JSONPointer.Segment(.none, index: Int(first)) }
    let bytes = Int(first & ~Self.member)
    let key = unsafe JSONBytes(start + position, count: bytes)
    position += bytes / 4 + 1
    return JSONPointer.Segment(key, index: -1)
  }

  /// This path as a pointer.
  var pointer: JSONPointer {
    var rest = self
    var keys: [String] = []
    while !rest.isAtEnd {
      let step = rest.next()
      keys.append(step.index >= 0 ? String(step.index) : step.text)
    }
    return JSONPointer(keys: keys)
  }

  /// Whether this is the first part of a path, up to a number of words.
  func isEqual(to words: ContiguousArray<UInt32>, upTo end: Int) -> Bool {
    guard count == end else { return false }
    for index in 0..<end where unsafe start[index] != words[index] { return false }
    return true
  }

  static func append(element index: Int, to words: inout ContiguousArray<UInt32>) {
    // No state has that number of elements.
    precondition(index >= 0 && index < Int(member))
    words.append(UInt32(index))
  }

  static func append(member key: JSONBytes, to words: inout ContiguousArray<UInt32>) {
    precondition(key.count < Int(member))
    words.append(member | UInt32(key.count))
    var word: UInt32 = 0
    for (offset, byte) in key.enumerated() {
      word |= UInt32(byte) << UInt32(8 * (offset & 3))
      if offset & 3 == 3 {
        words.append(UInt32(littleEndian: word))
        word = 0
      }
    }
    words.append(UInt32(littleEndian: word))
  }
}
