internal import Glibc

/// Memory for texts that are handed to C.
///
/// It comes from `malloc`, so running out of memory is a result. A Swift allocation would end the
/// process.
@safe
package enum TextMemory {
  /// Room for so many bytes and a NUL; nil if memory runs out.
  static func room(for count: Int) -> UnsafeMutablePointer<CChar>? {
    guard let text = unsafe malloc(count + 1) else { return nil }
    return unsafe text.assumingMemoryBound(to: CChar.self)
  }

  /// A copy of a text; nil if memory runs out.
  @safe package static func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
    unsafe text.withBytes { bytes in
      guard let copy = unsafe room(for: bytes.count) else { return nil }
      unsafe memcpy(copy, bytes.characters, bytes.count)
      unsafe copy[bytes.count] = 0
      return unsafe copy
    }
  }

  @safe package static func free(_ text: UnsafeMutablePointer<CChar>?) { unsafe Glibc.free(text) }
}
