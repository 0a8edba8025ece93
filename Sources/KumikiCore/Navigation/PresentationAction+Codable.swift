// Written by hand, since both parts of `present` may be absent. The keys are in ActionKeys.swift.

extension DestinationAction: Encodable where State: Encodable, Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var cases = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .dismiss:
      _ = cases.nestedContainer(keyedBy: DismissCodingKeys.self, forKey: .dismiss)
    case .present(let id, let state):
      var payload = cases.nestedContainer(keyedBy: PresentCodingKeys.self, forKey: .present)
      try payload.encodeIfPresent(id?.description, forKey: .id)
      try payload.encodeIfPresent(state, forKey: .state)
    case .presented(let action):
      var payload = cases.nestedContainer(keyedBy: PresentedCodingKeys.self, forKey: .presented)
      try payload.encode(action, forKey: ._0)
    }
  }
}

extension DestinationAction: Decodable where State: Decodable, Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let cases = try decoder.container(keyedBy: CodingKeys.self)
    switch try cases.onlyKey() {
    case .dismiss:
      _ = try cases.nestedContainer(keyedBy: DismissCodingKeys.self, forKey: .dismiss)
      self = .dismiss
    case .present:
      let payload = try cases.nestedContainer(keyedBy: PresentCodingKeys.self, forKey: .present)
      let id = try payload.decodeIfPresent(String.self, forKey: .id).map { text in
        guard let id = PresentationID(given: text) else {
          throw DecodingError.dataCorruptedError(
            forKey: .id, in: payload, debugDescription: "an id has no zero character")
        }
        return id
      }
      self = .present(id: id, try payload.decodeIfPresent(State.self, forKey: .state))
    case .presented:
      let payload = try cases.nestedContainer(keyedBy: PresentedCodingKeys.self, forKey: .presented)
      self = .presented(try payload.decode(Action.self, forKey: ._0))
    }
  }
}

extension KeyedDecodingContainer {
  /// The key of the one case that is present.
  fileprivate func onlyKey() throws -> Key {
    let keys = allKeys
    guard let key = keys.first, keys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: codingPath, debugDescription: "expected exactly one case")
      )
    }
    return key
  }
}
