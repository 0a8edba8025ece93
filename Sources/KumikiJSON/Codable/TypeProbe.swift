internal import KumikiValues

/// What an `init(from:)` asks its decoder for. The decoder answers with samples.
final class TypeProbe {
  struct Member {
    let name: String
    let type: TypeSchema
  }

  private let types: TypeSchemas
  /// The case to decode, if the type is an enum.
  private let position: Int
  private(set) var caseNames: [String] = []
  /// How the payload of the case is written, and what was asked for in it.
  private(set) var payload: (shape: PayloadShape, parts: TypeProbe)?
  /// Whether members were asked for, and which.
  private(set) var isKeyed = false
  private(set) var members: [Member] = []
  /// The type of a single value, if the type is written as one.
  private(set) var sole: TypeSchema?

  init(_ types: TypeSchemas, case position: Int = 0) {
    self.types = types
    self.position = position
  }

  /// - Returns: whether decoding finished.
  func run<T: Decodable>(_ type: T.Type) -> Bool {
    // What is asked for is in no value: this one is neither null nor a container.
    let node = DecodingNode(true, for: self)
    node.enumType = EnumType(type)
    return (try? T(from: BridgeDecoder(node: node))) != nil
  }

  func sample<T: Decodable>(_ type: T.Type, as name: String?) throws(JSONError) -> T {
    try anySample(type, as: name) as! T
  }

  /// Not generic, because the generic code would be specialized for each number type of the protocols: 150
  /// KB.
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

  /// Notes that members are asked for.
  func begin<Key: CodingKey>(_ keys: Key.Type, of type: EnumType?) {
    isKeyed = true
    if let type, CaseKeys.areCases(keys, of: type) {
      caseNames = CaseKeys.all(keys).map(\.stringValue)
    }
  }

  /// The case to decode.
  func keys<Key>(_ keys: Key.Type) -> [Key] {
    caseNames.isEmpty ? [] : [CaseKeys.all(keys)[position]]
  }

  /// Notes that the parts of the case's payload are asked for.
  func beginPayload<Inner: CodingKey>(_ keys: Inner.Type) throws(JSONError) -> TypeProbe {
    guard !caseNames.isEmpty else { throw Self.unknown }
    let parts = TypeProbe(types)
    payload = (PayloadShape(keys), parts)
    return parts
  }
}
