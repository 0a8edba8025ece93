internal import Kumiki

/// The encoder that a value's `encode(to:)` meets: the place where it will stand.
struct BridgeEncoder: Encoder {
  let place: EncodingPlace

  var codingPath: [any CodingKey] { place.codingPath }
  /// A path is written with its elements' ids: whoever reads the JSON addresses them by it.
  var userInfo: [CodingUserInfoKey: Any] { [StackForm.userInfoKey: StackForm.long] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.decide(.object)
    if let room = place.room { return room.container(of: place, type) }
    return KeyedEncodingContainer(BridgeKeyedEncoding<Key>(place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.decide(.array)
    return BridgeUnkeyedEncoding(place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    BridgeSingleEncoding(place: place)
  }
}

/// Where the parts go that are written into a keyed container. Outside of the container's type,
/// which is generic: an enum inside it would be too, and each use would look its metadata up.
enum EncodingRoute {
  /// Under their keys.
  case member
  /// Each is the next element: the parts of a payload of several without labels.
  case element
  /// Under the key of the case: the only part of a payload, without a label.
  case payload
  /// Nowhere: the case has no payload.
  case nowhere
}

/// Members of an object, or the parts of a case's payload.
struct BridgeKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: EncodingPlace
  var route = EncodingRoute.member
  /// The key of the case, for the route of a payload.
  var caseKey: (any CodingKey)?

  var codingPath: [any CodingKey] { place.codingPath }

  mutating func encodeNil(forKey key: Key) throws {
    switch route {
    case .member: if !place.passes() { try place.putNull(key) }
    case .element: try place.appendNull()
    case .payload: if let caseKey { try place.putNull(caseKey) }
    case .nowhere: break
    }
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try write(value, key)
  }

  @inline(__always)
  private func write<T: Encodable>(_ value: T, _ key: Key) throws(JSONError) {
    switch route {
    case .member: if !place.passes() { try place.put(value, key) }
    case .element: try place.append(value)
    case .payload: if let caseKey { try place.put(value, caseKey) }
    case .nowhere: break
    }
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    guard CaseKeys.arePayload(type, under: key, of: place.enumType) else {
      return KeyedEncodingContainer(
        BridgeKeyedEncoding<Inner>(place: place.nested(key, .object)))
    }
    return KeyedEncodingContainer(payload(type, of: key))
  }

  private func payload<Inner: CodingKey>(
    _ type: Inner.Type, of key: Key
  ) -> BridgeKeyedEncoding<Inner> {
    switch PayloadShape(type) {
    case .none:
      place.putCaseName(key)
      return BridgeKeyedEncoding<Inner>(place: place, route: .nowhere)
    case .bare: return BridgeKeyedEncoding<Inner>(place: place, route: .payload, caseKey: key)
    case .positional:
      return BridgeKeyedEncoding<Inner>(place: place.nested(key, .array), route: .element)
    case .labelled: return BridgeKeyedEncoding<Inner>(place: place.nested(key, .object))
    }
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    BridgeUnkeyedEncoding(place: place.nested(key, .array))
  }

  mutating func superEncoder() -> any Encoder {
    BridgeEncoder(place: place.nested(NameKey.superclass, .undecided))
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    BridgeEncoder(place: place.nested(key, .undecided))
  }
}

/// Elements of an array.
struct BridgeUnkeyedEncoding: UnkeyedEncodingContainer {
  let place: EncodingPlace

  var codingPath: [any CodingKey] { place.codingPath }
  var count: Int { place.count }

  mutating func encodeNil() throws { try place.appendNull() }

  mutating func encode<T: Encodable>(_ value: T) throws { try place.append(value) }

  mutating func encode(_ value: Int128) throws { try place.append(value) }

  mutating func encode(_ value: UInt128) throws { try place.append(value) }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) -> KeyedEncodingContainer<Inner> {
    KeyedEncodingContainer(BridgeKeyedEncoding<Inner>(place: place.nestedElement(.object)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    BridgeUnkeyedEncoding(place: place.nestedElement(.array))
  }

  mutating func superEncoder() -> any Encoder {
    BridgeEncoder(place: place.nestedElement(.undecided))
  }
}

/// A value that stands alone.
struct BridgeSingleEncoding: SingleValueEncodingContainer {
  let place: EncodingPlace

  var codingPath: [any CodingKey] { place.codingPath }

  mutating func encodeNil() throws { try place.putNullAlone() }

  mutating func encode<T: Encodable>(_ value: T) throws { try place.putAlone(value) }

  mutating func encode(_ value: Int128) throws { try place.putAlone(value) }

  mutating func encode(_ value: UInt128) throws { try place.putAlone(value) }
}

// MARK: - Optional members

// The standard library leaves an absent optional out. Here it is written as null, so that a member
// keeps its place in the object and a pointer to it always leads somewhere. A generic function does
// not replace its default for each type, so there is one for each.
extension BridgeKeyedEncoding {
  @inline(__always)
  private func writeOptional<T: Encodable>(_ value: T?, _ key: Key) throws {
    guard case .member = route else {
      if let value { return try write(value, key) }
      var container = self
      return try container.encodeNil(forKey: key)
    }
    if place.passes() { return }
    if place.search != nil, place.searchMatches(key) { place.leadsThroughOptional() }
    if let value { try place.put(value, key) } else { try place.putNull(key) }
  }

  mutating func encode(_ value: Int128, forKey key: Key) throws { try write(value, key) }
  mutating func encode(_ value: UInt128, forKey key: Key) throws { try write(value, key) }

  mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try writeOptional(value, key)
  }
}
