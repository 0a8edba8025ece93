/// A field that views write directly: `@BindingState var name = ""`, written by `.set(\.$name, "Ann")`.
///
/// It behaves as its value does. The wrapper marks, for who reads the code, the fields that views write; a
/// field without it can be written by its key path too.
@propertyWrapper
public struct BindingState<Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

extension BindingState: Equatable where Value: Equatable {}
extension BindingState: Hashable where Value: Hashable {}
extension BindingState: Sendable where Value: Sendable {}

extension BindingState: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension BindingState: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

extension KeyedDecodingContainer {
  /// Reads an optional field that views write: an absent one is null, as it is without the mark.
  public func decode<Wrapped: Decodable>(
    _: BindingState<Wrapped?>.Type, forKey key: Key
  ) throws -> BindingState<Wrapped?> {
    BindingState(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
  }
}

extension BindingState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}
