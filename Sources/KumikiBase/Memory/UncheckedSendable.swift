/// Carries a value to another thread where the compiler cannot prove that only one thread uses it: either the sender
/// keeps no reference to the value, or the value is opened only on the thread that it came from.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  /// The wrapped value.
  public var value: Value

  /// Wraps a value.
  public init(_ value: Value) { self.value = value }
  /// Wraps a value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The wrapped value.
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The wrapper itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A member of the value.
  public subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
    value[keyPath: part]
  }

  /// A member of the value.
  public subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Part {
    get { value[keyPath: part] }
    set { value[keyPath: part] = newValue }
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}

extension UncheckedSendable: Encodable where Value: Encodable {
  /// Encodes the wrapped value.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension UncheckedSendable: Decodable where Value: Decodable {
  /// Decodes the wrapped value.
  public init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
}
