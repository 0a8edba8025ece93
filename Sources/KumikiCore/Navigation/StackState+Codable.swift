/// The written format of a navigation path: plain, or with its ids.
package enum StackForm: Sendable {
  /// An array of elements, which get new ids when they are read.
  case plain
  /// An array of `{"id", "element"}`. Reading it produces an equal path.
  case long

  /// Set by the encoder of the C API if a view needs the ids.
  package static let userInfoKey = CodingUserInfoKey(rawValue: "kumiki.stackForm")!
}

private enum EntryKeys: String, CodingKey, CaseIterable { case id, element }

extension StackState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    let isLong = encoder.userInfo[StackForm.userInfoKey] as? StackForm == .long
    for (id, element) in entries {
      if isLong {
        var entry = container.nestedContainer(keyedBy: EntryKeys.self)
        try entry.encode(id, forKey: .id)
        try entry.encode(element, forKey: .element)
      } else {
        try container.encode(element)
      }
    }
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes both formats. The format is the long one if every item consists of `id`, an integer, and `element`.
  ///
  /// - Throws: if two items of the long format have the same id.
  public init(from decoder: any Decoder) throws {
    self.init()
    if let long = try? Self.longForm(decoder) {
      for (id, element) in long {
        guard !contains(id: id) else {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: decoder.codingPath, debugDescription: "two elements have the id \(id)",
              underlyingError: IDTwice()))
        }
        push(element, id: id)
      }
      return
    }
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { append(try container.decode(Element.self)) }
  }

  private struct NotLong: Error {}

  private static func longForm(_ decoder: any Decoder) throws -> [(StackElementID, Element)] {
    var container = try decoder.unkeyedContainer()
    var entries: [(StackElementID, Element)] = []
    while !container.isAtEnd {
      let entry = try container.nestedContainer(keyedBy: AnyKey.self)
      guard Set(entry.allKeys.map(\.stringValue)) == ["id", "element"] else { throw NotLong() }
      entries.append(
        (
          try entry.decode(StackElementID.self, forKey: AnyKey("id")),
          try entry.decode(Element.self, forKey: AnyKey("element"))
        ))
    }
    return entries
  }

  /// A key with any name, used to list the keys that are present.
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue _: Int) { nil }
  }
}
