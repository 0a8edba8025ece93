/// A 128-bit identifier, written as a UUID (RFC 9562).
public struct UniqueID: Hashable, Sendable, CustomStringConvertible {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A random one (version 4).
  public static func random() -> Self {
    Self(
      high: UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000,
      low: UInt64.random(in: .min ... .max) & ~(0b11 << 62) | 0b10 << 62)
  }

  /// 36 characters: `00000000-0000-0000-0000-000000000001`.
  public var description: String {
    var text = ""
    text.reserveCapacity(36)
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append("-") }
      let word = index < 16 ? high : low
      let digit = Int(word >> UInt64(60 - index % 16 * 4) & 0xF)
      text.unicodeScalars.append(Unicode.Scalar(UInt8(digit < 10 ? 48 + digit : 87 + digit)))
    }
    return text
  }
}
