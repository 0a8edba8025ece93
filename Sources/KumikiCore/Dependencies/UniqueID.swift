/// A 128-bit identifier, written as a UUID (RFC 9562).
public struct UniqueID: Hashable, Sendable, LosslessStringConvertible {
  /// The first eight bytes.
  public let high: UInt64
  /// The last eight bytes.
  public let low: UInt64

  /// Creates an id of sixteen bytes.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates an id from a number, for tests: `UniqueID(0)`, `UniqueID(1)`.
  public init(_ number: UInt64) { self.init(high: 0, low: number) }

  /// Parses 36 characters in the format of `description`, with digits of either case. Returns nil for any other string.
  public init?(_ description: String) {
    let groups = description.split(separator: "-", omittingEmptySubsequences: false)
    let digits = groups.joined()
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], digits.allSatisfy(\.isHexDigit),
      let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// Returns a random id (version 4).
  public static func random() -> Self {
    Self(
      high: UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000,
      low: UInt64.random(in: .min ... .max) & ~(0b11 << 62) | 0b10 << 62)
  }

  /// The id as 36 characters: `00000000-0000-0000-0000-000000000001`.
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

extension UniqueID: Codable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = UniqueID(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a UUID")
    }
    self = id
  }
}
