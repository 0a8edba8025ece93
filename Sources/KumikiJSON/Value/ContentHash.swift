/// Hashes a string or a value for lookups. A hash does not outlive the process, and a match is always confirmed
/// by a comparison.
enum ContentHash {
  /// Reads eight bytes at a time. Upper and lower bits of the result depend on all bytes.
  @inline(__always)
  static func of(_ text: JSONBytes, seed: UInt64 = 0) -> UInt64 {
    var hash = seed &+ UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset &+ 8 <= text.count {
      hash = mix(hash, text.load(at: offset, as: UInt64.self))
      offset &+= 8
    }
    var rest: UInt64 = 0
    let left = text.count &- offset
    if left & 4 != 0 {
      rest = UInt64(text.load(at: offset, as: UInt32.self).bigEndian)
      offset &+= 4
    }
    if left & 2 != 0 {
      rest = rest << 16 | UInt64(text.load(at: offset, as: UInt16.self).bigEndian)
      offset &+= 2
    }
    if left & 1 != 0 { rest = rest << 8 | UInt64(text[offset]) }
    return mix(hash, rest)
  }

  @inline(__always)
  static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
