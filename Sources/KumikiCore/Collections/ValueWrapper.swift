/// A property wrapper that is encoded and printed like the bare value.
public protocol ValueWrapper<Value>: CustomReflectable {
  /// The type of the wrapped value.
  associatedtype Value

  /// The wrapped value.
  var wrappedValue: Value { get }
  /// Wraps a value.
  init(wrappedValue: Value)
}

extension ValueWrapper {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension ValueWrapper where Value: Encodable {
  /// Encodes only the value: the wrapper does not appear in JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension ValueWrapper where Value: Decodable {
  /// Decodes only the value, as `encode(to:)` wrote it. Rethrows the errors of the value's decoding.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

extension KeyedDecodingContainer {
  /// Decodes a wrapped optional. An absent member decodes as nil, as it does without the wrapper.
  public func decode<Wrapper: ValueWrapper & Decodable, Wrapped: Decodable>(
    _: Wrapper.Type, forKey key: Key
  ) throws -> Wrapper where Wrapper.Value == Wrapped? {
    Wrapper(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
  }
}
