internal import Glibc

/// Memory of the texts that C is given.
///
/// It comes from `malloc`, so that a lack of memory is an answer. An allocation of Swift's would end the process.
@safe
package enum TextMemory {
  /// Room for so many bytes and a NUL behind them; nil where there is none.
  static func room(for count: Int) -> UnsafeMutablePointer<CChar>? {
    guard let text = unsafe malloc(count + 1) else { return nil }
    return unsafe text.assumingMemoryBound(to: CChar.self)
  }

  /// A copy of a text; nil where there is no memory.
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
