internal import KumikiValues

/// Recognises the `Codable` conformance that the compiler synthesizes for an enum, by its key types.
///
/// For `enum Action: Codable { case setCount(Int) }` the compiler declares `Action.CodingKeys` with a key for
/// each case, and `Action.SetCountCodingKeys` with a key for each part of that payload: its label, or `_0`,
/// `_1`, … by position if the part has no label. A type that only looks similar, such as a struct with a
/// member of an empty type or an enum with its own `encode(to:)`, has no such key types.
enum CaseKeys {
  /// Whether a container nested under `key` is the payload of a case of `type`.
  static func arePayload<Outer: CodingKey, Inner: CodingKey>(
    _ inner: Inner.Type, under key: Outer, of type: EnumType?
  ) -> Bool {
    guard let type, let keys = EnumType(Outer.self), let payload = EnumType(inner),
      payload.isDeclared(in: type), let position = position(of: key)
    else { return false }
    // Modules built without reflection metadata have no case names. Then only the types' nesting counts.
    return unsafe keys.caseName(position).map(payload.isNamed(forPayloadOf:)) ?? true
  }

  /// Whether `keys` are the case keys of `type`.
  static func areCases<Key: CodingKey>(_ keys: Key.Type, of type: EnumType) -> Bool {
    guard let keys = EnumType(keys), keys.isNamedCodingKeys, keys.isDeclared(in: type) else {
      return false
    }
    return keys.hasNoCaseNames || keys.hasCases(among: type)
  }

  /// Returns all keys of a type in the order of declaration; empty unless it is an enum without payloads.
  static func all<Key>(_ type: Key.Type) -> [Key] {
    guard let keys = EnumType(type), keys.payloadCaseCount == 0, PlainEnum.isPossible(type) else {
      return []
    }
    return (0..<keys.caseCount).map { PlainEnum.value(at: $0) }
  }
}

// MARK: - Positions

extension CaseKeys {
  /// Returns the index of a key in its declaration; nil unless the type is an enum without payloads.
  @inline(__always)
  static func position<Key>(of key: Key) -> Int? {
    guard let keys = EnumType(Key.self), keys.payloadCaseCount == 0 else { return nil }
    return PlainEnum.position(of: key)
  }
}

// MARK: - Payloads

/// How the payload of a case is written.
enum PayloadShape: Equatable {
  /// No payload: the case is written as its name.
  case none
  /// One part without a label: written as that part.
  case bare
  /// Several parts, none with a label: written as an array.
  case positional(count: Int)
  /// Parts with labels: written as an object. A part without a label gets a key by its position, such as
  /// `_1`.
  case labelled

  /// Returns the shape for a case with these keys.
  @inline(__always)
  init<Key: CodingKey>(_ keys: Key.Type) {
    guard let type = EnumType(keys), type.payloadCaseCount == 0, PlainEnum.isPossible(keys) else {
      self = .labelled
      return
    }
    let count = type.caseCount
    for position in 0..<count {
      let key: Key = PlainEnum.value(at: position)
      guard Self.isPosition(key.stringValue, position) else {
        self = .labelled
        return
      }
    }
    self = count == 0 ? .none : count == 1 ? .bare : .positional(count: count)
  }

  private static func isPosition(_ name: String, _ position: Int) -> Bool {
    position == 0 ? name == "_0" : name == "_\(position)"
  }
}
