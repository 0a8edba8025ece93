/// Reads the single case in an enum's JSON.
extension DecodingNode {
  /// Where a keyed container finds its members.
  enum Members {
    /// In an object, by key.
    case object(JSONNode)
    /// The JSON is a string that names the only key; the key has no value.
    case name(JSONNode)
    /// The payload has one part without a label: the value at the container's own place.
    case payload
    /// In an array, by position: parts without labels. Without an array all parts are absent.
    case elements(JSONNode?)
    /// Nowhere: all members are absent.
    case nothing
    /// In samples of the types that are requested.
    case samples
  }

  /// Returns the members for a type that asks for a keyed container here.
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

  /// Returns the present keys. An enum gets exactly one key, or none after the mismatch was recorded.
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

  /// Returns the key with a name; nil if Swift treats the name as the key of another string.
  private static func key<Key: CodingKey>(_ name: String, as _: Key.Type) -> Key? {
    Key(stringValue: name).flatMap { $0.stringValue.isExactly(name) ? $0 : nil }
  }

  /// Returns a key that Swift considers equal to another key of the dictionary, which would drop one of them.
  private static func keyOfSeveral<Key: CodingKey>(_ keys: [Key]) -> Key? {
    guard keys.count > 1, keys.contains(where: { $0.stringValue.utf8.contains { $0 >= 0x80 } })
    else { return nil }
    var known: Set<String> = []  // Swift's comparison
    return keys.first { !known.insert($0.stringValue).inserted }
  }

  /// Returns the payload of a case, as a container of its parts.
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
  /// Returns an error that lists the known cases and the value found instead.
  private func unknownCase<Key: CodingKey>(_ keys: Key.Type) -> JSONError {
    let known = CaseKeys.all(keys).map(\.stringValue)
    return known.isEmpty
      ? .expected("a known case", found: JSONError.foundInsteadOfCase(json), path: path())
      : .expected(oneOf: known, insteadOf: json, path: path())
  }
}
