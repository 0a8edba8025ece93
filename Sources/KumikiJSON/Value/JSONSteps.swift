/// One step of a pointer, unowned: the caller keeps the pointer alive while the step is used.
@safe
@frozen
package struct JSONSegmentRef {
  fileprivate let address: UnsafePointer<JSONPointer.Segment>

  @inline(__always)
  fileprivate init(_ address: UnsafePointer<JSONPointer.Segment>) { unsafe self.address = address }

  @inline(__always)
  package var pointee: JSONPointer.Segment {
    unsafeAddress { unsafe address }
  }
}

/// The steps of a pointer, unowned: the caller keeps the pointer alive while they are used. Thus an operator
/// that follows the same steps for each action retains nothing.
@safe
@frozen
package struct JSONSteps: RandomAccessCollection {
  private let start: UnsafePointer<JSONPointer.Segment>
  package let count: Int

  @inline(__always)
  init(_ start: UnsafePointer<JSONPointer.Segment>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  /// A single step.
  @inline(__always)
  init(_ step: JSONSegmentRef) { unsafe self.init(step.address, count: 1) }

  /// The steps to the container of the last one's value. There must be a step.
  @inline(__always)
  var withoutLast: JSONSteps {
    precondition(count > 0)
    return unsafe JSONSteps(start, count: count - 1)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  @inline(__always)
  package subscript(index: Int) -> JSONPointer.Segment { step(index).pointee }

  /// The step at an index.
  @inline(__always)
  package func step(_ index: Int) -> JSONSegmentRef {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return unsafe JSONSegmentRef(start + index)
  }

  /// Resolves the steps from `first` on in a value. Borrowed; nil if the value is missing.
  func resolve(in root: JSONNode, from first: Int = 0) -> JSONNode? {
    var node = root
    for index in first..<count {
      guard let next = self[index].child(of: node) else { return nil }
      node = next
    }
    return node
  }
}

extension JSONPointer.Segment {
  /// Calls `body` with this as a cursor's step.
  @inline(__always)
  func withStep<R, E: Error>(_ body: (JSONSegmentRef) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafePointer(to: self) { (address) throws(E) in
      try body(unsafe JSONSegmentRef(address))
    }
  }
}

/// Calls `body` with an array index as a pointer's step.
// Not inlined, because each of its many callers would have its code, 90 kB in all.
@inline(never)
func withDecimal<Result, Failure: Error>(
  _ index: Int, _ body: (JSONPointer.Segment) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withDigits(index) { (digits) throws(Failure) in
    try body(JSONPointer.Segment(digits, index: index))
  }
}

/// Calls `body` with the digits of an array index, NUL-terminated.
@inline(__always)
func withDigits<Result, Failure: Error>(
  _ index: Int, _ body: (JSONBytes) throws(Failure) -> Result
) throws(Failure) -> Result {
  // 20 digits and a NUL.
  var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
  return try unsafe withUnsafeMutableBytes(of: &digits) { (digits) throws(Failure) in
    let end = unsafe digits.baseAddress!.assumingMemoryBound(to: CChar.self) + 20
    var start = unsafe end
    var rest = UInt(bitPattern: index)
    repeat {
      unsafe start -= 1
      unsafe start.pointee = CChar(truncatingIfNeeded: 48 &+ rest % 10)
      rest /= 10
    } while rest > 0
    return try unsafe body(JSONBytes(start, count: end - start))
  }
}

extension JSONPointer {
  /// Parses a pointer given as bytes that are not kept.
  /// - Throws: `invalidPointer`, including for bytes that are not UTF-8.
  @safe
  public init(bytes: UnsafeRawBufferPointer) throws(JSONError) { try self.init(JSONBytes(bytes)) }

  /// One block of memory: the segments, followed by their NUL-terminated keys.
  @safe
  final class Storage {
    private let segments: UnsafeMutablePointer<Segment>
    private(set) var count = 0
    private var nextKey: UnsafeMutablePointer<CChar>

    /// - Parameters:
    ///   - count: the number of steps at most.
    ///   - keyBytes: the bytes of all keys at most, without their NULs.
    init(count: Int, keyBytes: Int) {
      let head = count * MemoryLayout<Segment>.stride
      let block = UnsafeMutableRawPointer.allocate(
        byteCount: head + keyBytes + count + 1, alignment: MemoryLayout<Segment>.alignment)
      unsafe segments = block.bindMemory(to: Segment.self, capacity: count)
      unsafe nextKey = (block + head).bindMemory(to: CChar.self, capacity: keyBytes + count + 1)
    }

    convenience init(_ keys: some Collection<JSONBytes>) {
      self.init(count: keys.count, keyBytes: keys.reduce(0) { $0 + $1.count })
      for key in keys { append(key) }
    }

    /// Appends a step. The caller has asked for enough room.
    func append(_ key: JSONBytes) {
      let start = unsafe nextKey
      unsafe key.copy(to: start)
      unsafe nextKey += key.count
      unsafe endKey(start)
    }

    /// Parses a pointer. A key is never longer than its escaped form.
    convenience init(parsing text: JSONBytes) throws(JSONError) {
      let slash = UInt8(ascii: "/")
      self.init(count: text.reduce(0) { $0 + ($1 == slash ? 1 : 0) }, keyBytes: text.count)
      guard let first = text.first else { return }
      guard first == slash else {
        throw JSONError(.invalidPointer, message: "a JSON Pointer is empty or begins with \"/\"")
      }
      var start = unsafe nextKey
      var offset = 1
      while offset < text.count {
        let byte = text[offset]
        offset += 1
        if byte == slash {
          unsafe endKey(start)
          unsafe start = nextKey
        } else if byte == UInt8(ascii: "~") {
          append(try Self.unescaped(text, at: offset))
          offset += 1
        } else {
          append(byte)
        }
      }
      unsafe endKey(start)
    }

    var steps: JSONSteps { unsafe JSONSteps(segments, count: count) }

    deinit { unsafe UnsafeMutableRawPointer(segments).deallocate() }

    private func append(_ byte: UInt8) {
      unsafe nextKey.initialize(to: CChar(bitPattern: byte))
      unsafe nextKey += 1
    }

    private func endKey(_ start: UnsafeMutablePointer<CChar>) {
      let key = unsafe JSONBytes(start, count: nextKey - start)
      append(0)
      unsafe (segments + count).initialize(
        to: Segment(key, index: Self.index(of: key)))
      count += 1
    }

    private static func unescaped(
      _ bytes: JSONBytes, at offset: Int
    ) throws(JSONError) -> UInt8 {
      switch offset < bytes.count ? bytes[offset] : 0 {
      case UInt8(ascii: "0"): return UInt8(ascii: "~")
      case UInt8(ascii: "1"): return UInt8(ascii: "/")
      default:
        throw JSONError(
          .invalidPointer, message: "\"~\" in a JSON Pointer is followed by 0 or 1")
      }
    }

    private static func index(of key: JSONBytes) -> Int {
      let zero = UInt8(ascii: "0")
      // 18 digits always fit in an `Int`, and no array is larger.
      guard (1...18).contains(key.count), key.count == 1 || key[0] != zero else { return -1 }
      var index = 0
      for byte in key {
        let digit = Int(byte) - Int(zero)
        guard (0...9).contains(digit) else { return -1 }
        index = index * 10 + digit
      }
      return index
    }
  }
}
