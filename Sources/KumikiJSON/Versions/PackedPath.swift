internal import KumikiValues

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

  fileprivate static let member: UInt32 = 1 << 31

  var isAtEnd: Bool { position == count }

  /// Returns the next step, which borrows the key.
  mutating func next() -> JSONPointer.Segment {
    let (key, index) = nextKey()
    return JSONPointer.Segment(key, index: index)
  }

  /// Returns the key of the next step, borrowed, and -1; or the index of an element.
  private mutating func nextKey() -> (key: JSONBytes, index: Int) {
    let first = unsafe start[position]
    position += 1
    if first & Self.member == 0 { return (.none, Int(first)) }
    let bytes = Int(first & ~Self.member)
    let key = unsafe JSONBytes(start + position, count: bytes)
    position += bytes / 4 + 1
    return (key, -1)
  }

  @inline(__always)
  private func forEach(_ body: (_ key: JSONBytes, _ index: Int) -> Void) {
    var rest = self
    while !rest.isAtEnd {
      let (key, index) = rest.nextKey()
      body(key, index)
    }
  }

  /// This path as a pointer.
  var pointer: JSONPointer {
    var (steps, bytes) = (0, 0)
    forEach { key, index in
      steps += 1
      bytes += index < 0 ? key.count : 10  // the digits of a word
    }
    return JSONPointer(steps: steps, keyBytes: bytes) { append in
      forEach { key, index in
        if index < 0 { append(key) } else { withDigits(index) { append($0) } }
      }
    }
  }

  /// Whether both are the same path.
  func isEqual(to other: PackedPath) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where unsafe start[index] != other.start[index] { return false }
    return true
  }

  /// Copies the words to memory that has room for them.
  func copy(to words: UnsafeMutablePointer<UInt32>) {
    unsafe words.update(from: start, count: count)
  }
}

/// A packed path that is made step by step, in memory that is used again.
struct GrowingPath: ~Copyable {
  private var words = ManualArray<UInt32>()
  private var count = 0
  /// A hash of the steps.
  private(set) var hash: UInt64 = 0

  init() { words.reserve(16, 0) }

  deinit { words.free() }

  /// The path so far, valid until the next step.
  var path: PackedPath {
    unsafe PackedPath(words.bytes.baseAddress!.assumingMemoryBound(to: UInt32.self), count: count)
  }

  mutating func clear() { (count, hash) = (0, 0) }

  mutating func append(_ step: JSONPointer.Segment, isElement: Bool) {
    if isElement { return append(element: step.index) }
    append(member: step.raw)
    hash = ContentHash.mix(hash, UInt64(step.hash))
  }

  mutating func append(element index: Int) {
    // No state has that number of elements.
    precondition(index >= 0 && index < Int(PackedPath.member))
    words.reserve(count + 1, 0)
    words[count] = UInt32(index)
    count += 1
    hash = ContentHash.mix(hash, UInt64(index))
  }

  private mutating func append(member key: JSONBytes) {
    precondition(key.count < Int(PackedPath.member))
    let end = count + key.count / 4 + 2
    words.reserve(end, 0)
    words[count] = PackedPath.member | UInt32(key.count)
    words[end - 1] = 0
    unsafe key.copy(to: words.bytes.baseAddress! + 4 * (count + 1))
    count = end
  }
}
