internal import Glibc

// Texts as jansson has them: bytes that somebody else keeps.

extension UnsafeRawBufferPointer {
  /// The bytes of a C text, without the NUL.
  init(text: UnsafePointer<CChar>) { self.init(start: text, count: strlen(text)) }

  /// The bytes as text.
  package var string: String { String(decoding: self, as: UTF8.self) }

  /// The first byte, as jansson takes it, to which NULL is no empty text.
  @inline(__always)
  var characters: UnsafePointer<CChar> {
    baseAddress?.assumingMemoryBound(to: CChar.self) ?? UnsafePointer(bitPattern: 1)!
  }

  /// Whether both hold the same bytes.
  @inline(__always)
  func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let mine = baseAddress, let theirs = other.baseAddress else {
      return count == other.count
    }
    // Most are short names, for which a call costs more than the comparison.
    switch count {
    case 8...16: return Self.areEqual(mine, theirs, count, as: UInt64.self)
    case 4...7: return Self.areEqual(mine, theirs, count, as: UInt32.self)
    case 2...3: return Self.areEqual(mine, theirs, count, as: UInt16.self)
    case 1: return mine.load(as: UInt8.self) == theirs.load(as: UInt8.self)
    case 0: return true
    default: return memcmp(mine, theirs, count) == 0
    }
  }

  /// Compares the first and the last word, which together cover everything.
  @inline(__always)
  private static func areEqual<Word: FixedWidthInteger & BitwiseCopyable>(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int, as _: Word.Type
  ) -> Bool {
    let last = count - MemoryLayout<Word>.size
    return left.loadUnaligned(as: Word.self) == right.loadUnaligned(as: Word.self)
      && left.loadUnaligned(fromByteOffset: last, as: Word.self)
        == right.loadUnaligned(fromByteOffset: last, as: Word.self)
  }
}

extension String {
  /// Calls `body` with the bytes of the text.
  @inline(__always)
  func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    var text = self
    return try text.withUTF8 { bytes in
      Result { () throws(E) in try body(UnsafeRawBufferPointer(bytes)) }
    }.get()
  }
}
