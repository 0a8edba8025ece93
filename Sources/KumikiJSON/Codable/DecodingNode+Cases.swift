/// Reads the one case in an enum's JSON.
extension DecodingNode {
  /// Where the members of a keyed container are found.
  enum Members {
    /// In an object, by key.
    case object(JSONNode)
    /// The JSON is a text that names the only key; it has no value.
    case name(JSONNode)
    /// The payload's only part, without a label: the value at the container's own place.
    case payload
    /// In an array, by position: the payload's parts, none with a label. Without an array all are absent.
    case elements(JSONNode?)
    /// None: each is absent.
    case nothing
    /// Samples of what the type asks for.
    case samples
  }

  /// The members for a type that asks for a keyed container here.
  func members<Key: CodingKey>(_ keys: Key.Type) throws(JSONError) -> Members {
    if let json, json.isObject { return .object(json) }
    if let probe {
      probe.begin(keys, of: enumType)
      return .samples
    }
    guard let enumType else { throw misses("an object") }
    if let json, json.isText { return .name(json) }
    throw CaseKeys.areCases(keys, of: enumType) ? unknownCase(keys) : misses("an object")
  }

  /// The present keys. For an enum, exactly one; or none, after noting what is wrong.
  func keys<Key: CodingKey>(_ members: Members) -> [Key] {
    switch members {
    case .name(let text):
      if let key = Self.key(text.text, as: Key.self) { return [key] }
      note(unknownCase(Key.self))
      return []
    case .object(let object): return keys(of: object)
    case .payload, .elements, .nothing: return []
    case .samples: return probe!.keys(Key.self)
    }
  }

  private func keys<Key: CodingKey>(of object: JSONNode) -> [Key] {
    let keys = object.members.compactMap { Self.key($0.key.string, as: Key.self) }
    if let twice = Self.keyOfSeveral(keys) {
      refuse(
        JSONError(
          .decode, path: path(.key(twice)),
          message: "found two keys that are one text to Swift, which a dictionary has once"))
    }
    let isOneCase = object.memberCount == 1 && keys.count == 1
    guard !isOneCase, let enumType, CaseKeys.areCases(Key.self, of: enumType) else { return keys }
    note(unknownCase(Key.self))
    return []
  }

  /// The key of a name; nil if Swift takes it for the key of another text.
  private static func key<Key: CodingKey>(_ name: String, as _: Key.Type) -> Key? {
    Key(stringValue: name).flatMap { $0.stringValue.isExactly(name) ? $0 : nil }
  }

  /// A key of a dictionary that Swift takes for one of the others, which the dictionary would drop.
  private static func keyOfSeveral<Key: CodingKey>(_ keys: [Key]) -> Key? {
    guard keys.count > 1, keys.contains(where: { $0.stringValue.utf8.contains { $0 >= 0x80 } })
    else { return nil }
    var known: Set<String> = []  // Swift's comparison is the one that counts here
    return keys.first { !known.insert($0.stringValue).inserted }
  }

  /// The payload of a case, as a container of its parts.
  func payload<Key: CodingKey>(_ keys: Key.Type) throws(JSONError) -> Members {
    switch PayloadShape(keys) {
    case .none:
      guard isNull() || isEmptyObject else { throw misses("no payload, null or {}") }
      return .nothing
    case .bare: return .payload
    case .positional(let count): return try elements(count)
    case .labelled: return isNull() ? .nothing : .object(try object())
    }
  }

  private func elements(_ count: Int) throws(JSONError) -> Members {
    if isNull() || isEmptyObject { return .elements(nil) }
    let array = try array()
    guard array.elementCount == count else {
      throw .expected(
        "an array of \(count)", found: "an array of \(array.elementCount)", path: path())
    }
    return .elements(array)
  }

  private var isEmptyObject: Bool {
    guard let json, json.isObject else { return false }
    return json.memberCount == 0
  }
}

// MARK: - Errors

extension DecodingNode {
  /// An error that lists the known cases and what was found instead.
  private func unknownCase<Key: CodingKey>(_ keys: Key.Type) -> JSONError {
    let known = CaseKeys.all(keys).map(\.stringValue)
    return known.isEmpty
      ? .expected("a known case", found: JSONError.foundInsteadOfCase(json), path: path())
      : .expected(oneOf: known, insteadOf: json, path: path())
  }
}
