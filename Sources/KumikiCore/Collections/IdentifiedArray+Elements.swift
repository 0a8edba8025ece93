// Operations on several elements at once, and on an element passed as a value.

extension IdentifiedArray {
  /// - Complexity: O(*n*).
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(elements, id: id)
  }

  /// Does the same as ``init(uniqueElements:id:)``: the ids are checked here too.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(elements, id: id)
  }

  /// Creates an array of elements whose ids may repeat: `combine` merges two elements with the same id into one, at the
  /// position of the first.
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

  /// Adds elements at the end. Skips elements whose id is already present.
  ///
  /// - Complexity: O(*k*) for *k* elements.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { _ = add(element) }
  }

  /// Adds elements at the end, as ``append(contentsOf:)`` does.
  @inlinable
  public static func += (rows: inout Self, elements: some Sequence<Element>) {
    rows.append(contentsOf: elements)
  }

  /// Replaces the element that has this element's id, or inserts the new element at an index.
  ///
  /// - Returns: the replaced element, if any, and the position of the new one.
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

  /// Replaces the element at a position with a new version under the same id. An element with another id changes
  /// nothing and reports the issue `element-id-changed`; `rows[index] = element` accepts it.
  ///
  /// - Returns: the element that was at the position before.
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let original = self[index]
    putBack(element, storage.idSource.id(of: original))
    return original
  }

  /// Whether an element with this element's id is present. O(1).
  @inlinable
  public func contains(_ element: Element) -> Bool {
    contains(id: storage.idSource.id(of: element))
  }

  /// Removes the element that has this element's id.
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

  /// Removes the first element. The array must not be empty.
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the last element. The array must not be empty.
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: count - 1) }

  /// Removes and returns the last element, or returns nil if the array is empty.
  @discardableResult
  public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// Removes the first `number` elements.
  public mutating func removeFirst(_ number: Int) { removeSubrange(0..<number) }

  /// Removes the last `number` elements.
  public mutating func removeLast(_ number: Int) { removeSubrange((count - number)...) }

  /// - Complexity: O(*n*).
  public mutating func removeAll(keepingCapacity _: Bool) { removeAll() }

  /// Does nothing: the storage grows on demand.
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

  /// Moves the elements that satisfy a predicate behind all others.
  ///
  /// - Returns: the position of the first element that satisfies the predicate.
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
  /// Returns the elements in another order, as an identified array.
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

  /// Creates an array of elements whose ids may repeat: `combine` merges two elements with the same id into one, at the
  /// position of the first.
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
