public import OrderedCollections

/// An ordered collection whose elements are found by id without a search.
///
///     var todos: IdentifiedArrayOf<Todo.State> = []
///     todos.append(Todo.State(id: 1))
///     todos[id: 1]?.isDone = true
///
/// No two elements have the same id. ``append(_:)`` and ``insert(_:at:)`` add nothing if the id is already present and
/// return false as `inserted`; an initializer keeps the first element and reports the issue `duplicate-element-id`.
/// Copies share their storage until one of them is written; that write copies the storage, in O(*n*).
public struct IdentifiedArray<ID: Hashable, Element>: RowCollection {
  @usableFromInline package var storage: RowStorage<ID, Element>

  /// A number that changes whenever the ids or their order change. Copies have the same number.
  @inlinable
  public var structure: UInt64 { storage.structure }

  /// A number that changes whenever rows are reordered. The log does not record the order.
  @inlinable
  package var arrangement: UInt64 { storage.arrangement }

  /// Creates an empty array whose elements have their id at a key path.
  @inlinable
  public init(id: KeyPath<Element, ID>) { storage = RowStorage(RowIDSource(id)) }

  /// - Complexity: O(*n*).
  @inlinable
  public init(_ elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(id: id)
    addUnique(elements)
  }

  /// Creates an empty array of `Identifiable` elements.
  @inlinable
  init(idBy getter: @escaping (Element) -> ID) { storage = RowStorage(RowIDSource(getter: getter)) }

  /// Whether an element with this id is present. O(1).
  @inlinable
  public func contains(id: ID) -> Bool { storage.slots[id] != nil }

  /// The ids, in order. Computed on first use and cached until they change.
  ///
  /// - Complexity: O(*n*) after a change of the ids, otherwise O(1).
  public var ids: OrderedSet<ID> { storage.ids }

  /// The elements, in order, as a new array.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public var elements: [Element] { storage.order.map { storage.rows[Int($0)]! } }

  /// Copies the storage if it is shared. Called before each write.
  @inlinable
  mutating func own() {
    if !isKnownUniquelyReferenced(&storage) { storage = RowStorage(copying: storage) }
  }
}

extension IdentifiedArray {
  /// Adds an element at the end, unless its id is already present.
  ///
  /// - Returns: whether the element was added, and the position of the element with its id.
  /// - Complexity: O(1), amortised.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Adds an element at an index, unless its id is already present.
  ///
  /// - Returns: whether the element was added, and the position of the element with its id.
  /// - Complexity: O(*k*) in the elements after the index; four bytes move for each.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = storage.idSource.id(of: element)
    if let slot = storage.slots[id] { return (false, storage.position(of: slot)) }
    own()
    storage.insert(element, id, at: index)
    return (true, index)
  }

  /// Adds an element at the end, unless its id is already present, and returns whether it was added. Unlike
  /// ``append(_:)``, does not search for the position of an element that is already present.
  @inlinable
  mutating func add(_ element: Element) -> Bool {
    let id = storage.idSource.id(of: element)
    guard storage.slots[id] == nil else { return false }
    own()
    storage.insert(element, id, at: count)
    return true
  }

  /// Adds elements that should have unique ids, and reports each whose id is already present.
  @inlinable
  mutating func addUnique(_ elements: some Sequence<Element>) {
    for element in elements where !add(element) {
      reportDuplicate(storage.idSource.id(of: element))
    }
  }

  @usableFromInline
  func reportDuplicate(_ id: ID) {
    StepIssue.report(
      .duplicateElementID, "two elements have the id \(id); only the first was added")
  }

  /// Replaces the element that has this element's id, or adds the new element at the end.
  ///
  /// - Complexity: O(1), amortised.
  ///
  /// - Returns: the replaced element, if any.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    let id = storage.idSource.id(of: element)
    own()
    guard let slot = storage.slots[id] else {
      storage.insert(element, id, at: count)
      return nil
    }
    storage.log.note(id)
    return exchange(&storage.rows[slot], with: element)
  }

  /// - Complexity: O(*k*) in the elements after it; four bytes move for each.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard storage.slots[id] != nil else { return nil }
    own()
    return storage.remove(id)
  }

  /// - Complexity: O(*k*) in the elements after it; four bytes move for each.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    own()
    return storage.remove(at: index)
  }

  /// - Complexity: O(*n*).
  public mutating func removeAll() { storage = RowStorage(storage.idSource) }

  /// - Complexity: O(*n*).
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    own()
    try storage.keep { try !isRemoved($0) }
  }

  /// Reverses the order of the elements.
  ///
  /// - Complexity: O(*n*).
  public mutating func reverse() { reorder { $0.reverse() } }

  /// - Complexity: O(*n* log *n*) comparisons.
  @inlinable
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    let rows = storage.rows
    try reorder { try $0.sort { try areInOrder(rows[Int($0)]!, rows[Int($1)]!) } }
  }

  /// Swaps the elements at two positions, in O(1). Both positions must be inside the array.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    reorder { $0.swapAt(first, second) }
  }

  /// - Complexity: O(*n*); four bytes move for each element after the lower position.
  public mutating func move(from source: Int, to target: Int) {
    reorder { $0.insert($0.remove(at: source), at: target) }
  }

  @inlinable
  mutating func reorder(_ change: (inout ContiguousArray<Int32>) throws -> Void) rethrows {
    own()
    defer {
      storage.arrangement = Serial.next()
      storage.structureChanged()
    }
    try change(&storage.order)
  }

  /// The element with an id. Assigning nil removes it. Assigning an element with another id changes nothing and reports
  /// the issue `element-id-changed`.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { storage.slots[id].flatMap { storage.rows[$0] } }
    _modify {
      var element = self[id: id]
      yield &element
      putBack(element, id)
    }
  }

  /// Returns the element with an id. `guess` is the slot to try first; it receives the element's slot.
  @inlinable
  package func element(id: ID, near guess: inout Int) -> Element? {
    guard let slot = storage.slot(of: id, near: guess) else { return nil }
    guess = slot
    return storage.rows[slot]
  }

  @inlinable
  public mutating func modifyRow<Result>(id: ID, _ body: (inout Element) -> Result) -> Result? {
    if !isKnownUniquelyReferenced(&storage) {
      guard contains(id: id) else { return nil }
      own()
    }
    // Borrowed without reference counting: this value keeps the storage alive during the call.
    return Uncounted(storage).with { storage in
      guard let slot = storage.slots[id] else { return nil }
      storage.log.note(id)
      let result = body(&storage.rows[slot]!)
      if storage.id(at: slot) != id { storage.restoreID(id, at: slot) }
      return result
    }
  }

  @inlinable
  mutating func putBack(_ element: Element?, _ id: ID) {
    guard let element else {
      remove(id: id)
      return
    }
    guard storage.idSource.id(of: element) == id else { return reportRenamed(id) }
    updateOrAppend(element)
  }

  @usableFromInline
  func reportRenamed(_ id: ID) {
    StepIssue.report(
      .elementIDChanged,
      "an element was written under the id \(id) that has another one; "
        + "nothing changed")
  }
}

/// An array of `Identifiable` elements: `IdentifiedArrayOf<Todo.State>`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>
