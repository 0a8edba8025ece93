public import OrderedCollections

extension IdentifiedArray: RandomAccessCollection {
  public typealias Index = Int

  @inlinable
  public var startIndex: Int { 0 }
  @inlinable
  public var endIndex: Int { elementsByID.count }
  @inlinable
  public subscript(position: Int) -> Element { elementsByID.values[position] }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  @inlinable
  public init() { self.init(id: \.id) { $0.id } }

  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init()
    for element in elements { append(element) }
  }

  @inlinable
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.elementsByID.elementsEqual(right.elementsByID) { $0.key == $1.key && $0.value == $1.value }
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in elementsByID.values { hasher.combine(element) }
  }
}

// A key path of an element captures nothing that can change.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in elementsByID.values { try container.encode(element) }
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// - Throws: where two elements have the same id.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let element = try container.decode(Element.self)
      guard !contains(id: element.id) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "two elements have the id \(element.id)")
      }
      append(element)
    }
  }
}

extension IdentifiedArray: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: elements) }
}
