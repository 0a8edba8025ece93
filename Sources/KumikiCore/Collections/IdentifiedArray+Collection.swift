extension IdentifiedArray: RandomAccessCollection {
  public typealias Index = Int

  @inlinable
  public var startIndex: Int { 0 }
  @inlinable
  public var endIndex: Int { storage.order.count }

  /// The element at a position.
  ///
  /// Assigning an element with another id removes the old element and puts the new one in its place. If the new id is
  /// present at another position, the two elements first swap positions. If an in-place write changes an element's id,
  /// as in `rows[0].id = 9`, the element gets its old id back and the issue `element-id-changed` is reported.
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage.rows[Int(storage.order[position])]! }
    set {
      let id = storage.idSource.id(of: newValue)
      own()
      storage.replace(at: position, with: newValue, id)
    }
    _modify {
      own()
      let slot = Int(storage.order[position])
      let id = storage.id(at: slot)
      storage.log.note(id)
      defer { if storage.id(at: slot) != id { storage.restoreID(id, at: slot) } }
      yield &storage.rows[slot]!
    }
  }

  /// The position of the element with an id.
  /// - Complexity: O(1) for elements near the position where they were added, O(*n*) for elements moved far from it.
  @inlinable
  public func index(id: ID) -> Int? { storage.slots[id].map { storage.position(of: $0) } }

  /// Returns the elements that satisfy a predicate, in order, as an identified array.
  ///
  /// - Complexity: O(*n*).
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var kept = self
    try kept.removeAll { try !isIncluded($0) }
    return kept
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array whose elements are identified by their `id`.
  @inlinable
  public init() { self.init(idBy: { $0.id }) }

  /// - Complexity: O(*n*).
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init()
    addUnique(elements)
  }

  @inlinable
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// - Complexity: O(*n*).
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    if left.storage === right.storage { return true }
    if left.count != right.count { return false }
    let source = (left.storage.idSource, right.storage.idSource)
    return zip(left, right).allSatisfy { one, other in
      one == other && source.0.id(of: one) == source.1.id(of: other)
    }
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

// Unchecked, because a key path of an element captures no mutable state.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// - Throws: if two elements have the same id.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let element = try container.decode(Element.self)
      guard !contains(id: element.id) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: container.codingPath,
            debugDescription: "two elements have the id \(element.id)", underlyingError: IDTwice()))
      }
      append(element)
    }
  }
}

extension IdentifiedArray: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: elements) }
}

/// The error thrown when a path or an array cannot be decoded because two elements have the same id.
struct IDTwice: Error, IssueNaming {
  var issueCode: Issue.Code? { .duplicateElementID }
}
