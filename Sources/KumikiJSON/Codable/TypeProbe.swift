internal import KumikiValues

/// A decoder's record of the values that an `init(from:)` requests. The decoder returns samples.
final class TypeProbe {
  struct Member {
    let name: String
    let type: TypeSchema
  }

  private let types: TypeSchemas
  /// The index of the case to decode, if the type is an enum.
  private let position: Int
  private(set) var caseNames: [String] = []
  /// How the payload of the case is written, and the parts that were requested of it.
  private(set) var payload: (shape: PayloadShape, parts: TypeProbe)?
  /// Whether members were requested, and which.
  private(set) var isKeyed = false
  private(set) var members: [Member] = []
  /// The type of a single value, if the type is written as one.
  private(set) var sole: TypeSchema?

  init(_ types: TypeSchemas, case position: Int = 0) {
    self.types = types
    self.position = position
  }

  /// - Returns: whether decoding succeeded.
  func run<T: Decodable>(_ type: T.Type) -> Bool {
    // The node's JSON is neither null nor a container, so that no request finds a value in it.
    let node = DecodingNode(true, for: self)
    node.enumType = EnumType(type)
    return (try? T(from: BridgeDecoder(node: node))) != nil
  }

  func sample<T: Decodable>(_ type: T.Type, as name: String?) throws(JSONError) -> T {
    try anySample(type, as: name) as! T
  }

  /// Not generic: generic code would be specialized for each number type of the protocols, which adds 150 KB.
  @inline(never)
  private func anySample(
    _ type: any Decodable.Type, as name: String?
  ) throws(JSONError) -> any Decodable {
    let found = types.schema(of: type)
    if let name {
      members.append(Member(name: name, type: found))
    } else {
      sole = found
    }
    guard let sample = found.sample else { throw Self.unknown }
    return try DecodingNode(sample).value(type)
  }

  static var unknown: JSONError { JSONError(.decode, message: "not known beforehand") }

  /// Records that members are requested.
  func begin<Key: CodingKey>(_ keys: Key.Type, of type: EnumType?) {
    isKeyed = true
    if let type, CaseKeys.areCases(keys, of: type) {
      caseNames = CaseKeys.all(keys).map(\.stringValue)
    }
  }

  /// Returns the key of the case to decode.
  func keys<Key>(_ keys: Key.Type) -> [Key] {
    caseNames.isEmpty ? [] : [CaseKeys.all(keys)[position]]
  }

  /// Records that the parts of the case's payload are requested.
  func beginPayload<Inner: CodingKey>(_ keys: Inner.Type) throws(JSONError) -> TypeProbe {
    guard !caseNames.isEmpty else { throw Self.unknown }
    let parts = TypeProbe(types)
    payload = (PayloadShape(keys), parts)
    return parts
  }
}
