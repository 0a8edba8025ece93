/// A value that Swift types can be decoded from, such as JSON.
package protocol EncodedValue: Sendable {
  /// - Throws: the mismatch, with its place.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value
}

extension Decodable {
  /// Reads the content of a question, or the value of a reply. It has this type, or is an ``EncodedValue``.
  package static func read(_ content: any Sendable) throws -> Self {
    if let value = content as? Self { return value }
    guard let encoded = content as? any EncodedValue else {
      throw EffectFailed("expected a \(Self.self), found a \(type(of: content))")
    }
    return try encoded.decoded(as: Self.self)
  }
}
