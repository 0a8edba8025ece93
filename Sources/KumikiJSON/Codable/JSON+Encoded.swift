package import KumikiValues

extension JSON: EncodedValue {
  package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONBridge.decode(type, from: self)
  }

  /// Writes the content of a question, or the value of a reply, as JSON. Nil for a value that JSON cannot represent.
  package init?(content: any Sendable) {
    if let json = content as? JSON {
      self = json
    } else if let value = content as? any Encodable, let json = try? JSONBridge.encode(value) {
      self = json
    } else {
      return nil
    }
  }
}
