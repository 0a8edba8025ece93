/// A sendable `AnyHashable`: a value of any type that can be compared, hashed and passed between tasks.
///
/// It equals the value that it was made from, even as a dictionary key. Two of them made from equal values
/// are equal, no matter how often they were wrapped.
public struct AnyHashableSendable: Hashable, Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Wraps a value. A wrapped value is not wrapped again.
  public init(_ base: some Hashable & Sendable) { self.base = (base as? Self)?.base ?? base }

  /// Wraps a value of unknown type.
  public init(_ base: any Hashable & Sendable) { self.base = (base as? Self)?.base ?? base }

  public static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(base) }
}

extension AnyHashableSendable: _HasCustomAnyHashableRepresentation {
  public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(base) }
}

extension AnyHashableSendable: ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral
{
  public init(booleanLiteral value: Bool) { self.init(value) }
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(value) }
  public init(stringLiteral value: String) { self.init(value) }
}

extension AnyHashableSendable: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { "\(base)" }
  public var debugDescription: String { "AnyHashableSendable(\(String(reflecting: base)))" }
  public var customMirror: Mirror { Mirror(self, children: ["value": base], displayStyle: .struct) }
}
