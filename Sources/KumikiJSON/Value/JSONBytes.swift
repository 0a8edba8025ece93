internal import CJansson
internal import Glibc
internal import KumikiValues

/// The bytes of a string, unowned: the caller keeps them alive while they are used.
@safe
@frozen
package struct JSONBytes: RandomAccessCollection {
  private let start: UnsafeRawPointer?
  package let count: Int

  @inline(__always)
  init(_ start: UnsafeRawPointer?, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  @safe
  @inline(__always)
  package init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.init(bytes.baseAddress, count: bytes.count)
  }

  /// Makes the bytes of a string literal, which are never released.
  init(_ text: StaticString) {
    unsafe self.init(UnsafeRawPointer(text.utf8Start), count: text.utf8CodeUnitCount)
  }

  static var none: JSONBytes { unsafe JSONBytes(nil, count: 0) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  @inline(__always)
  package subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return unsafe start!.load(fromByteOffset: index, as: UInt8.self)
  }

  /// The bytes as a string.
  package var string: String { unsafe String(decoding: raw, as: UTF8.self) }

  @inline(__always)
  var raw: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }

  /// The first byte, for jansson. Never NULL, because jansson does not accept NULL for an empty string.
  @inline(__always)
  var characters: UnsafePointer<CChar> {
    unsafe start?.assumingMemoryBound(to: CChar.self) ?? UnsafePointer(bitPattern: 1)!
  }

  /// A slice of the bytes.
  func part(_ range: Range<Int>) -> JSONBytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe JSONBytes(start.map { unsafe $0 + range.lowerBound }, count: range.count)
  }

  /// Returns the offset of the first occurrence of a byte; nil if the byte does not occur.
  func offset(of byte: UInt8) -> Int? {
    guard let start = unsafe start, let found = unsafe memchr(start, Int32(byte), count) else {
      return nil
    }
    return unsafe UnsafeRawPointer(found) - start
  }

  /// Calls `body` with each eight bytes as a number.
  ///
  /// - Returns: the last bytes, at most seven, as one number, the first one highest.
  @inline(__always)
  func forEachWord(_ body: (UInt64) -> Void) -> UInt64 {
    guard var next = unsafe start else { return 0 }
    func take<Word: FixedWidthInteger & BitwiseCopyable>(_: Word.Type) -> Word {
      defer { unsafe next += MemoryLayout<Word>.size }
      return unsafe next.loadUnaligned(as: Word.self)
    }
    for _ in 0..<count >> 3 { body(take(UInt64.self)) }
    var rest: UInt64 = 0
    if count & 4 != 0 { rest = UInt64(take(UInt32.self).bigEndian) }
    if count & 2 != 0 { rest = rest << 16 | UInt64(take(UInt16.self).bigEndian) }
    if count & 1 != 0 { rest = rest << 8 | UInt64(take(UInt8.self)) }
    return rest
  }

  /// Copies the bytes into an array that has room for them.
  func copy(into array: ManualArray<UInt8>, at start: Int) {
    precondition(start >= 0 && start &+ count <= array.count)
    if count != 0 { unsafe copy(to: array.bytes.baseAddress! + start) }
  }

  /// Copies the bytes to memory that has room for them.
  @inline(__always)
  func copy(to room: UnsafeMutableRawPointer) {
    if count != 0 { unsafe room.copyMemory(from: start!, byteCount: count) }
  }

  /// Copies the bytes into an array, escaped as a step of a JSON Pointer. The array has room for twice as many.
  ///
  /// - Returns: the end of the copy.
  func copyEscaped(into array: ManualArray<UInt8>, at start: Int) -> Int {
    precondition(start >= 0 && start &+ 2 &* count <= array.count)
    let (tilde, slash) = (UInt8(ascii: "~"), UInt8(ascii: "/"))
    let room = unsafe array.bytes
    var end = start
    for offset in 0..<count {
      let byte = unsafe raw[offset]
      unsafe room[end] = byte
      end &+= 1
      if byte != tilde && byte != slash { continue }
      unsafe room[end &- 1] = tilde
      unsafe room[end] = UInt8(ascii: byte == tilde ? "0" : "1")
      end &+= 1
    }
    return end
  }

  /// Whether both hold the same bytes.
  @inline(__always)
  package func isEqual(to other: JSONBytes) -> Bool {
    guard count == other.count, let mine = unsafe start, let theirs = unsafe other.start else {
      return count == other.count
    }
    // Most strings are short names, for which a call costs more than the comparison.
    switch count {
    case 8...16: return unsafe Self.areEqual(mine, theirs, count, as: UInt64.self)
    case 4...7: return unsafe Self.areEqual(mine, theirs, count, as: UInt32.self)
    case 2...3: return unsafe Self.areEqual(mine, theirs, count, as: UInt16.self)
    case 1: return unsafe mine.load(as: UInt8.self) == theirs.load(as: UInt8.self)
    case 0: return true
    default: return unsafe memcmp(mine, theirs, count) == 0
    }
  }

  /// Compares the first and the last word, which together cover all bytes.
  @inline(__always)
  private static func areEqual<Word: FixedWidthInteger & BitwiseCopyable>(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int, as _: Word.Type
  ) -> Bool {
    let last = count - MemoryLayout<Word>.size
    return unsafe left.loadUnaligned(as: Word.self) == right.loadUnaligned(as: Word.self)
      && left.loadUnaligned(fromByteOffset: last, as: Word.self)
        == right.loadUnaligned(fromByteOffset: last, as: Word.self)
  }
}

/// A NUL-terminated C string, unowned: the caller keeps it alive while it is used.
@safe
@frozen
@usableFromInline
package struct CStringView {
  @usableFromInline let start: UnsafePointer<CChar>

  @safe
  @inlinable @inline(__always)
  package init(_ start: UnsafePointer<CChar>) { unsafe self.start = start }

  /// Nil for NULL.
  @safe
  @inlinable @inline(__always)
  package init?(_ start: UnsafePointer<CChar>?) {
    guard let start = unsafe start else { return nil }
    self.init(start)
  }

  package var isEmpty: Bool { unsafe start.pointee == 0 }

  /// The string; nil if it is not UTF-8.
  package var string: String? { unsafe String(validatingCString: start) }

  /// The bytes, without the NUL.
  package var bytes: JSONBytes { unsafe JSONBytes(start, count: strlen(start)) }

  /// Whether the string equals a copy made by `copy()`, which includes the NUL.
  @inline(__always)
  func isEqual(to copy: [CChar]) -> Bool {
    unsafe copy.withUnsafeBufferPointer { unsafe strcmp($0.baseAddress!, start) == 0 }
  }

  /// Returns a copy with its NUL.
  func copy() -> [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

/// A copy of a C string, allocated and freed manually.
///
/// It begins at a multiple of 64 bytes, because glibc compares strings byte by byte if one of them begins less than 64
/// bytes before the end of a page.
@safe
struct AlignedText {
  private static let alignment = 64
  private let start: UnsafeMutableRawPointer

  init(_ text: CStringView) {
    let bytes = text.bytes
    unsafe start = .allocate(byteCount: bytes.count + 1, alignment: Self.alignment)
    unsafe start.copyMemory(from: text.start, byteCount: bytes.count + 1)
  }

  @inline(__always)
  func isEqual(to text: CStringView) -> Bool {
    unsafe strcmp(start.assumingMemoryBound(to: CChar.self), text.start) == 0
  }

  func free() { unsafe start.deallocate() }
}

extension String {
  /// Calls `body` with the bytes of the string.
  @inline(__always)
  func withBytes<R, E: Error>(_ body: (JSONBytes) throws(E) -> R) throws(E) -> R {
    var text = self
    return try text.withUTF8 { bytes in
      Result { () throws(E) in try body(JSONBytes(UnsafeRawBufferPointer(bytes))) }
    }.get()
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes of this copy of a string.
  @inline(__always)
  func withBytes<R>(_ body: (JSONBytes) -> R) -> R {
    unsafe withUnsafeBytes { body(JSONBytes($0)) }
  }
}

extension ManualArray where Element == UInt8 {
  /// A slice of the bytes.
  @inline(__always)
  func part(_ range: Range<Int>) -> JSONBytes {
    unsafe JSONBytes(UnsafeRawBufferPointer(bytes)).part(range)
  }
}

/// Memory for strings that are passed to C.
///
/// It comes from jansson's allocator, so that running out of memory can be reported. A Swift allocation would
/// end the process.
@safe
package enum TextMemory {
  /// Returns memory for a number of bytes and a NUL; nil if memory runs out.
  static func room(for count: Int) -> UnsafeMutablePointer<CChar>? {
    guard let text = unsafe kumiki_allocate(count + 1) else {
      Shortage.note()
      return nil
    }
    return unsafe text.assumingMemoryBound(to: CChar.self)
  }

  /// Returns a copy of a string; nil if memory runs out.
  @safe package static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
    unsafe text.withBytes { bytes in
      guard let copy = unsafe room(for: bytes.count) else { return nil }
      unsafe memcpy(copy, bytes.characters, bytes.count)
      unsafe copy[bytes.count] = 0
      return unsafe copy
    }
  }

  @safe package static func free(_ text: UnsafeMutablePointer<CChar>?) {
    unsafe kumiki_deallocate(text)
  }
}
