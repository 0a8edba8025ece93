/// This module's coders keep a `JSON` as it is. With any other coder, a `JSON` uses that coder's containers.
extension JSON: Codable {
  public func encode(to encoder: any Encoder) throws {
    if let bridge = encoder as? BridgeEncoder { return try bridge.node.putAlone(self) }
    switch kind {
    case .object: try encodeMembers(to: encoder)
    case .array: try encodeElements(to: encoder)
    default: try encodeScalar(to: encoder)
    }
  }

  public init(from decoder: any Decoder) throws {
    if let bridge = decoder as? BridgeDecoder {
      self = try bridge.node.jsonValue()
    } else if let container = try? decoder.container(keyedBy: NameKey.self) {
      self = try JSON(members: container)
    } else if var container = try? decoder.unkeyedContainer() {
      self = try JSON(elements: &container)
    } else {
      self = try JSON(scalar: decoder.singleValueContainer())
    }
  }
}

// MARK: - Other encoders

extension JSON {
  private func encodeMembers(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    for key in keys { try container.encode(self[key: key], forKey: NameKey(key)) }
  }

  private func encodeElements(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for index in 0..<count {
      if let element = self[index: index] { try container.encode(element) }
    }
  }

  private func encodeScalar(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let string {
      try container.encode(string)
    } else if let integer {
      try container.encode(integer)
    } else if let real {
      try container.encode(real)
    } else if let bool {
      try container.encode(bool)
    } else {
      try container.encodeNil()
    }
  }
}

// MARK: - Other decoders

extension JSON {
  private init(members container: KeyedDecodingContainer<NameKey>) throws {
    self.init(
      members: try container.allKeys.map {
        ($0.stringValue, try container.decode(JSON.self, forKey: $0))
      })
  }

  private init(elements container: inout any UnkeyedDecodingContainer) throws {
    var elements: [JSON] = []
    while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
    self.init(elements: elements)
  }

  private init(scalar container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self.init(booleanLiteral: bool)
    } else if let integer = try? container.decode(Int64.self) {
      self.init(integerLiteral: integer)
    } else if let real = try? container.decode(Double.self), real.isFinite {
      self.init(floatLiteral: real)
    } else {
      self.init(stringLiteral: try container.decode(String.self))
    }
  }
}
