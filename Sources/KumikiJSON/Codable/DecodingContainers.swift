/// The decoder that is passed to a type's `init(from:)`: a node with its JSON.
struct BridgeDecoder: Decoder {
  let node: DecodingNode

  var codingPath: [any CodingKey] { node.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let members = try node.members(type)
    return KeyedDecodingContainer(BridgeKeyedDecoding<Key>(node: node, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    BridgeUnkeyedDecoding(node: node, array: try node.array())
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    BridgeSingleDecoding(node: node)
  }
}

/// The members of an object, or the parts of a case's payload.
struct BridgeKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let node: DecodingNode
  let members: DecodingNode.Members

  var codingPath: [any CodingKey] { node.codingPath }
  var allKeys: [Key] { node.keys(members) }

  func contains(_ key: Key) -> Bool {
    switch members {
    case .name(let text): return text.text.isExactly(key.stringValue)
    default: return json(key) != nil
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool { json(key)?.isNull ?? true }

  func decode<T: Decodable>(_: T.Type, forKey key: Key) throws -> T { try value(key) }
  func decode(_: Int128.Type, forKey key: Key) throws -> Int128 { try value(key) }
  func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(key) }

  @inline(__always)
  private func value<T: Decodable>(_ key: Key) throws(JSONError) -> T {
    switch members {
    case .payload: try node.value(T.self)
    case .samples: try node.probe!.sample(T.self, as: key.stringValue)
    default: try node.value(T.self, at: step(to: key), from: json(key))
    }
  }

  private func step(to key: Key) -> CodingStep {
    if case .elements = members { .index(position(key)) } else { .key(key) }
  }

  /// Returns the value under a key, borrowed.
  private func json(_ key: Key) -> JSONNode? {
    switch members {
    case .object(let object):
      return object.member(key.stringValue)
    case .payload, .samples: return node.json
    case .elements(let array): return array.flatMap { $0.element(position(key)) }
    case .name, .nothing: return nil
    }
  }

  private func position(_ key: Key) -> Int { CaseKeys.position(of: key) ?? 0 }

  /// Returns the node for the value under a key.
  private func part(_ key: some CodingKey, _ json: JSONNode?) throws(JSONError) -> DecodingNode {
    switch members {
    case .payload: return node
    case .samples: throw TypeProbe.unknown
    default: return node.part(.key(key), json)
    }
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    if case .samples = members {
      let part = DecodingNode(node.whole, for: try node.probe!.beginPayload(type))
      return KeyedDecodingContainer(BridgeKeyedDecoding<Inner>(node: part, members: .samples))
    }
    let part = try part(key, json(key))
    let isPayload = CaseKeys.arePayload(type, under: key, of: node.enumType)
    let members = isPayload ? try part.payload(type) : .object(try part.object())
    return KeyedDecodingContainer(BridgeKeyedDecoding<Inner>(node: part, members: members))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let part = try part(key, json(key))
    return BridgeUnkeyedDecoding(node: part, array: try part.array())
  }

  func superDecoder() throws -> any Decoder {
    let key = NameKey.superclass
    guard case .object(let object) = members else { return BridgeDecoder(node: try part(key, nil)) }
    return BridgeDecoder(node: try part(key, object.member(key.stringValue)))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    BridgeDecoder(node: try part(key, json(key)))
  }
}

/// The elements of an array, one after another.
struct BridgeUnkeyedDecoding: UnkeyedDecodingContainer {
  let node: DecodingNode
  let array: JSONNode
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int? { array.elementCount }
  var isAtEnd: Bool { currentIndex >= array.elementCount }

  mutating func decodeNil() throws -> Bool {
    guard let json = array.element(currentIndex) else { throw ended() }
    guard json.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next(type) }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) }

  @inline(__always)
  private mutating func next<T: Decodable>(_ type: T.Type) throws(JSONError) -> T {
    guard let json = array.element(currentIndex) else { throw ended() }
    let value = try node.value(type, at: .index(currentIndex), from: json)
    currentIndex += 1
    return value
  }

  private func ended() -> JSONError {
    .expected("a value", found: nil, path: node.path(.index(currentIndex)))
  }

  private mutating func nextPart() throws(JSONError) -> DecodingNode {
    guard let json = array.element(currentIndex) else { throw ended() }
    defer { currentIndex += 1 }
    return node.part(.index(currentIndex), json)
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) throws -> KeyedDecodingContainer<Inner> {
    let part = try nextPart()
    return KeyedDecodingContainer(
      BridgeKeyedDecoding<Inner>(node: part, members: .object(try part.object())))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let part = try nextPart()
    return BridgeUnkeyedDecoding(node: part, array: try part.array())
  }

  mutating func superDecoder() throws -> any Decoder { BridgeDecoder(node: try nextPart()) }
}

struct BridgeSingleDecoding: SingleValueDecodingContainer {
  let node: DecodingNode

  var codingPath: [any CodingKey] { node.codingPath }

  func decodeNil() -> Bool { node.isNull() }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }

  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }

  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

  @inline(__always)
  private func value<T: Decodable>(_ type: T.Type) throws(JSONError) -> T {
    if let probe = node.probe { return try probe.sample(type, as: nil) }
    return try node.value(type)
  }
}

// MARK: - Optional members

// One method per type, because the standard library's defaults look a member up three times.
extension BridgeKeyedDecoding {
  @inline(__always)
  private func optional<T: Decodable>(_ key: Key) throws -> T? {
    guard let json = json(key), !json.isNull else { return nil }
    return try value(key)
  }

  func decodeIfPresent<T: Decodable>(_: T.Type, forKey key: Key) throws -> T? { try optional(key) }
  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try optional(key) }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try optional(key) }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try optional(key) }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try optional(key) }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try optional(key) }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) }
  func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? { try optional(key) }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try optional(key) }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(key) }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(key) }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(key) }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(key) }
  func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(key) }
}
