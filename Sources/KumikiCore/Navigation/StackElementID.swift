/// The id of an element of a navigation path: a number that its store assigns once.
public struct StackElementID: Hashable, Comparable, Sendable, CustomStringConvertible,
  ExpressibleByIntegerLiteral, Codable
{
  /// The number that the id generator assigned.
  public let generation: UInt64

  /// Creates an id with this number, as a test expects it.
  public init(generation: UInt64) { self.generation = generation }

  public init(integerLiteral value: UInt64) { generation = value }

  public init(from decoder: any Decoder) throws {
    generation = try decoder.singleValueContainer().decode(UInt64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }

  public static func < (left: Self, right: Self) -> Bool { left.generation < right.generation }

  public var description: String { String(generation) }
}
