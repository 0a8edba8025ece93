/// A property wrapper that is coded and shown as its value is without it.
public protocol ValueWrapper<Value>: CustomReflectable {
  /// What is wrapped.
  associatedtype Value

  /// The value inside.
  var wrappedValue: Value { get }
  /// Wraps a value.
  init(wrappedValue: Value)
}

extension ValueWrapper {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension ValueWrapper where Value: Encodable {
  /// Writes the value alone: the wrapper is not seen in JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension ValueWrapper where Value: Decodable {
  /// Reads the value alone, as `encode(to:)` wrote it; throws what its decoding throws.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

extension KeyedDecodingContainer {
  /// Reads a wrapped optional: an absent member is null, as it is without the wrapper.
  public func decode<Wrapper: ValueWrapper & Decodable, Wrapped: Decodable>(
    _: Wrapper.Type, forKey key: Key
  ) throws -> Wrapper where Wrapper.Value == Wrapped? {
    Wrapper(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
  }
}
