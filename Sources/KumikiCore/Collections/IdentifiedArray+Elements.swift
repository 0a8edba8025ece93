// Operations on several elements at once, and on an element given as a value.

extension IdentifiedArray {
  /// - Complexity: O(*n*).
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(elements, id: id)
  }

  /// The same as ``init(uniqueElements:id:)``: the ids are checked all the same.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(elements, id: id)
  }

  /// Elements whose ids may repeat: `combine` makes one element of two with the same id, in the place of the
  /// first.
  ///
  /// - Complexity: O(*n*).
  public init(
    _ elements: some Sequence<Element>, id: KeyPath<Element, ID>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    try merge(elements, combine)
  }

  fileprivate mutating func merge(
    _ elements: some Sequence<Element>, _ combine: (Element, Element) throws -> Element
  ) rethrows {
    for element in elements {
      let id = storage.idSource.id(of: element)
      updateOrAppend(try self[id: id].map { try combine($0, element) } ?? element)
    }
  }

  /// Adds elements at the end. An element whose id is present is left out.
  ///
  /// - Complexity: O(*k*) in the elements added.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { _ = add(element) }
  }

  /// Adds elements at the end, as ``append(contentsOf:)`` does.
  @inlinable
  public static func += (rows: inout Self, elements: some Sequence<Element>) {
    rows.append(contentsOf: elements)
  }

  /// Replaces the element with this one's id, or adds it at an index.
  ///
  /// - Returns: the element that it replaced, and where it is now.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (originalMember: Element?, index: Int) {
    let id = storage.idSource.id(of: element)
    guard let original = self[id: id] else {
      insert(element, at: index)
      return (nil, index)
    }
    updateOrAppend(element)
    return (original, self.index(id: id) ?? index)
  }

  /// Replaces the element at a position with a new version of it, under the same id. An element with another
  /// id changes nothing and reports the issue `element-id-changed`; `rows[index] = element` accepts it.
  ///
  /// - Returns: the element that was there.
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let original = self[index]
    putBack(element, storage.idSource.id(of: original))
    return original
  }

  /// Whether an element has this one's id. O(1).
  @inlinable
  public func contains(_ element: Element) -> Bool {
    contains(id: storage.idSource.id(of: element))
  }

  /// Removes the element with this one's id.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: storage.idSource.id(of: element))
  }

  /// Removes the elements at the positions of a range.
  ///
  /// - Complexity: O(*n*).
  public mutating func removeSubrange(_ range: Range<Int>) {
    for index in range.reversed() { remove(at: index) }
  }

  /// Removes the elements at the positions of a range.
  ///
  /// - Complexity: O(*n*).
  public mutating func removeSubrange(_ range: some RangeExpression<Int>) {
    removeSubrange(range.relative(to: indices))
  }

  /// Removes the first element; there must be one.
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the last element; there must be one.
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: count - 1) }

  /// Removes the last element; nil if there is none.
  @discardableResult
  public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// Removes the first `number` elements.
  public mutating func removeFirst(_ number: Int) { removeSubrange(0..<number) }

  /// Removes the last `number` elements.
  public mutating func removeLast(_ number: Int) { removeSubrange((count - number)...) }

  /// - Complexity: O(*n*).
  public mutating func removeAll(keepingCapacity _: Bool) { removeAll() }

  /// Does nothing: the storage grows when needed.
  public mutating func reserveCapacity(_: Int) {}

  /// - Complexity: O(*n*).
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// - Complexity: O(*n*).
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    reorder { $0.shuffle(using: &generator) }
  }

  /// Puts the elements that satisfy a predicate behind those that do not.
  ///
  /// - Returns: the position of the first that does.
  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    let rows = storage.rows
    var first = 0
    try reorder { order in
      first = try order.partition { try belongsInSecondPartition(rows[Int($0)]!) }
    }
    return first
  }
}

extension IdentifiedArray {
  /// The elements in another order, as an identified array.
  ///
  /// - Complexity: O(*n* log *n*) comparisons.
  @inlinable
  public func sorted(by areInOrder: (Element, Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.sort(by: areInOrder)
    return copy
  }
}

extension IdentifiedArray where Element: Comparable {
  /// - Complexity: O(*n* log *n*) comparisons.
  public mutating func sort() { sort(by: <) }

  /// - Complexity: O(*n* log *n*) comparisons.
  public func sorted() -> Self { sorted(by: <) }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ elements: some Sequence<Element>) { self.init(uniqueElements: elements) }

  /// - Complexity: O(*n*).
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements)
  }

  /// Elements whose ids may repeat: `combine` makes one element of two with the same id, in the place of the
  /// first.
  ///
  /// - Complexity: O(*n*).
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    try merge(elements, combine)
  }
}
