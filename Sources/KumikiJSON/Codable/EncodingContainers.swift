internal import KumikiValues

/// The encoder that is passed to a value's `encode(to:)`: a wrapper of the node that holds its JSON.
struct BridgeEncoder: Encoder {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }
  /// Navigation paths are written with their elements' ids, because C addresses elements by id.
  var userInfo: [CodingUserInfoKey: Any] { [StackForm.userInfoKey: StackForm.long] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.decide(.object)
    return KeyedEncodingContainer(BridgeKeyedEncoding<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.decide(.array)
    return BridgeUnkeyedEncoding(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    BridgeSingleEncoding(node: node)
  }
}

/// Where a keyed container writes its parts. Declared outside the generic container: a nested enum would be
/// generic too, and each use would look up its metadata.
enum EncodingTarget {
  /// Under their keys.
  case member
  /// Each is the next element: a payload of several parts without labels.
  case element
  /// Under the key of the case: a payload of one part without a label.
  case payload
  /// Nowhere: the case has no payload.
  case nowhere
}

/// The members of an object, or the parts of a case's payload.
struct BridgeKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodingNode
  var target = EncodingTarget.member
  /// The key of the case, for the target `payload`.
  var caseKey: (any CodingKey)?

  var codingPath: [any CodingKey] { node.codingPath }

  func encodeNil(forKey key: Key) throws {
    switch target {
    case .member: try node.putNull(key)
    case .element: try node.appendNull()
    case .payload: if let caseKey { try node.putNull(caseKey) }
    case .nowhere: break
    }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: Int128, forKey key: Key) throws { try write(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try write(value, key) }

  @inline(__always)
  private func write<T: Encodable>(_ value: T, _ key: Key) throws(JSONError) {
    switch target {
    case .member: try node.put(value, key)
    case .element: try node.append(value)
    case .payload: if let caseKey { try node.put(value, caseKey) }
    case .nowhere: break
    }
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    guard CaseKeys.arePayload(type, under: key, of: node.enumType) else {
      return KeyedEncodingContainer(
        BridgeKeyedEncoding<Inner>(node: node.nested(key, .object)))
    }
    return KeyedEncodingContainer(payload(type, of: key))
  }

  private func payload<Inner: CodingKey>(
    _ type: Inner.Type, of key: Key
  ) -> BridgeKeyedEncoding<Inner> {
    switch PayloadShape(type) {
    case .none:
      node.putCaseName(key)
      return BridgeKeyedEncoding<Inner>(node: node, target: .nowhere)
    case .bare: return BridgeKeyedEncoding<Inner>(node: node, target: .payload, caseKey: key)
    case .positional:
      return BridgeKeyedEncoding<Inner>(node: node.nested(key, .array), target: .element)
    case .labelled: return BridgeKeyedEncoding<Inner>(node: node.nested(key, .object))
    }
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    BridgeUnkeyedEncoding(node: node.nested(key, .array))
  }

  func superEncoder() -> any Encoder {
    BridgeEncoder(node: node.nested(NameKey.superclass, .undecided))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    BridgeEncoder(node: node.nested(key, .undecided))
  }
}

/// The elements of an array.
struct BridgeUnkeyedEncoding: UnkeyedEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }
  var count: Int { node.count }

  func encodeNil() throws { try node.appendNull() }

  func encode<T: Encodable>(_ value: T) throws { try node.append(value) }

  func encode(_ value: Int128) throws { try node.append(value) }

  func encode(_ value: UInt128) throws { try node.append(value) }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) -> KeyedEncodingContainer<Inner> {
    KeyedEncodingContainer(BridgeKeyedEncoding<Inner>(node: node.nestedElement(.object)))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    BridgeUnkeyedEncoding(node: node.nestedElement(.array))
  }

  func superEncoder() -> any Encoder { BridgeEncoder(node: node.nestedElement(.undecided)) }
}

struct BridgeSingleEncoding: SingleValueEncodingContainer {
  let node: EncodingNode

  var codingPath: [any CodingKey] { node.codingPath }

  func encodeNil() throws { try node.putNullAlone() }

  func encode<T: Encodable>(_ value: T) throws { try node.putAlone(value) }

  func encode(_ value: Int128) throws { try node.putAlone(value) }

  func encode(_ value: UInt128) throws { try node.putAlone(value) }
}

// MARK: - Optional members

// One method per type, because a generic function does not replace the standard library's defaults.
extension BridgeKeyedEncoding {
  @inline(__always)
  private func writeOptional<T: Encodable>(_ value: T?, _ key: Key) throws {
    if case .member = target { return try node.putOptional(value, key) }
    if let value { return try write(value, key) }
    try encodeNil(forKey: key)
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try writeOptional(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try writeOptional(value, key) }
}
