internal import Kumiki

/// A decoder that records what an `init(from:)` asks for, and returns samples.
final class TypeProbe: Decoder {
  struct Member {
    let name: String
    let type: TypeSchema
  }

  private let types: TypeSchemas
  private let enumType: EnumType?
  /// The case to decode, if the type is an enum.
  private var position: Int?
  private(set) var caseNames: [String] = []
  /// How the payload of the case is written, and what was asked for in it.
  private(set) var payload: (shape: PayloadShape, parts: TypeProbe)?
  /// Whether members were asked for, and which.
  private(set) var isKeyed = false
  fileprivate(set) var members: [Member] = []
  /// The type of a single value, if the type is written as one.
  fileprivate(set) var sole: TypeSchema?

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init<T>(_ types: TypeSchemas, for type: T.Type) {
    self.types = types
    enumType = EnumType(type)
  }

  /// - Returns: whether decoding finished.
  func run<T: Decodable>(_ type: T.Type, case position: Int?) -> Bool {
    self.position = position
    return (try? T(from: self)) != nil
  }

  fileprivate func sample<T: Decodable>(_ type: T.Type, as name: String?) throws -> T {
    try anySample(type, as: name) as! T
  }

  /// Not generic, because the generic code would be specialized for each number type of the protocols: 150
  /// KB.
  @inline(never)
  private func anySample(_ type: any Decodable.Type, as name: String?) throws -> any Decodable {
    let found = types.schema(of: type)
    if let name {
      members.append(Member(name: name, type: found))
    } else {
      sole = found
    }
    guard let sample = found.sample else { throw Self.unknown }
    return try JSONBridge.decode(type, from: sample)
  }

  static var unknown: JSONError { JSONError(.decode, message: "not known beforehand") }

  // MARK: Requests of the type

  func container<Key: CodingKey>(keyedBy keys: Key.Type) -> KeyedDecodingContainer<Key> {
    isKeyed = true
    if let enumType, CaseKeys.areCases(keys, of: enumType) {
      caseNames = CaseKeys.all(keys).map(\.stringValue)
    }
    return KeyedDecodingContainer(ProbeMembers<Key>(probe: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.unknown }

  func singleValueContainer() -> any SingleValueDecodingContainer { ProbeValue(probe: self) }

  fileprivate func theCase<Key>(_ keys: Key.Type) -> [Key] {
    guard !caseNames.isEmpty, let position else { return [] }
    return [CaseKeys.all(keys)[position]]
  }

  /// Records that the parts of the case's payload are asked for.
  fileprivate func beginPayload<Inner: CodingKey>(_ keys: Inner.Type) -> TypeProbe {
    let parts = TypeProbe(types, for: Never.self)
    payload = (PayloadShape(keys), parts)
    return parts
  }
}

private struct ProbeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: TypeProbe

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { probe.theCase(Key.self) }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try probe.sample(type, as: key.stringValue)
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try probe.sample(type, as: key.stringValue)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try probe.sample(type, as: key.stringValue)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    guard !probe.caseNames.isEmpty else { throw TypeProbe.unknown }
    return KeyedDecodingContainer(ProbeMembers<Inner>(probe: probe.beginPayload(type)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw TypeProbe.unknown
  }

  func superDecoder() throws -> any Decoder { throw TypeProbe.unknown }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw TypeProbe.unknown }
}

private struct ProbeValue: SingleValueDecodingContainer {
  let probe: TypeProbe

  var codingPath: [any CodingKey] { [] }
  func decodeNil() -> Bool { false }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try probe.sample(type, as: nil) }
  func decode(_ type: Int128.Type) throws -> Int128 { try probe.sample(type, as: nil) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try probe.sample(type, as: nil) }
}
