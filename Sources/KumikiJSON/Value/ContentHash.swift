/// Hashes a string or a value for lookups. A hash does not outlive the process, and a match is always confirmed
/// by a comparison.
enum ContentHash {
  /// Reads eight bytes at a time. Upper and lower bits of the result depend on all bytes.
  @inline(__always)
  static func of(_ text: JSONBytes, seed: UInt64 = 0) -> UInt64 {
    var hash = seed &+ UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    let rest = text.forEachWord { hash = mix(hash, $0) }
    return mix(hash, rest)
  }

  @inline(__always)
  static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
