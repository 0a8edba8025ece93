public import OrderedCollections

/// An ordered collection of elements that are found by id without a search.
///
///     var todos: IdentifiedArrayOf<Todo.State> = []
///     todos.append(Todo.State(id: 1))
///     todos[id: 1]?.isDone = true
///
/// No two elements have the same id: adding one whose id is there is the issue `duplicate-element-id`
/// and changes nothing.
public struct IdentifiedArray<ID: Hashable, Element>: RowCollection {
  @usableFromInline var storage: RowStorage<ID, Element>

  /// Another number after each change of which ids there are, or of their order; copies share it.
  @inlinable
  public var structure: UInt64 { storage.structure }

  /// No elements, with the key path of their id.
  @inlinable
  public init(id: KeyPath<Element, ID>) { storage = RowStorage(RowIDSource(id)) }

  @inlinable
  public init(_ elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(id: id)
    for element in elements { append(element) }
  }

  /// No elements, of a type that says its id.
  @inlinable
  init(idBy getter: @escaping (Element) -> ID) { storage = RowStorage(RowIDSource(getter: getter)) }

  @inlinable
  public func contains(id: ID) -> Bool { storage.slots[id] != nil }

  /// The ids, in order. Kept until they change; making them is linear in the elements.
  public var ids: OrderedSet<ID> { storage.ids }

  /// The elements, in order.
  @inlinable
  public var elements: [Element] { storage.order.map { storage.rows[Int($0)]! } }

  /// Makes the storage this value's own, before it is written.
  @inlinable
  mutating func own() {
    if !isKnownUniquelyReferenced(&storage) { storage = RowStorage(copying: storage) }
  }
}

extension IdentifiedArray {
  /// Adds an element at the end; false, and an issue, where its id is there.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> Bool { insert(element, at: count) }

  /// Adds an element at an index; false, and an issue, where its id is there.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> Bool {
    let id = storage.idSource.id(of: element)
    guard storage.slots[id] == nil else {
      reportDuplicate(id)
      return false
    }
    own()
    storage.insert(element, id, at: index)
    return true
  }

  @usableFromInline
  func reportDuplicate(_ id: ID) {
    ReduceContext.report(
      .duplicateElementID, "an element with the id \(id) is already there; nothing was added",
      label: "")
  }

  /// Replaces the element with this one's id, or adds it at the end.
  @inlinable
  public mutating func updateOrAppend(_ element: Element) {
    let id = storage.idSource.id(of: element)
    own()
    guard let slot = storage.slots[id] else { return storage.insert(element, id, at: count) }
    storage.rows[slot] = element
    storage.log.note(id)
  }

  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard storage.slots[id] != nil else { return nil }
    own()
    return storage.remove(id)
  }

  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    own()
    return storage.remove(at: index)
  }

  public mutating func removeAll() { storage = RowStorage(storage.idSource) }

  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    own()
    try storage.keep { try !isRemoved($0) }
  }

  /// Reorders; which ids there are stays.
  public mutating func reverse() {
    own()
    storage.order.reverse()
    storage.structureChanged()
  }

  @inlinable
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    own()
    defer { storage.structureChanged() }
    let rows = storage.rows
    try storage.order.sort { try areInOrder(rows[Int($0)]!, rows[Int($1)]!) }
  }

  public mutating func swapAt(_ first: Int, _ second: Int) {
    own()
    storage.order.swapAt(first, second)
    storage.structureChanged()
  }

  public mutating func move(from source: Int, to target: Int) {
    own()
    let slot = storage.order.remove(at: source)
    storage.order.insert(slot, at: target)
    storage.structureChanged()
  }

  /// The element with an id. Writing null removes it; writing an element with another id is an issue.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { storage.slots[id].flatMap { storage.rows[$0] } }
    _modify {
      var element = self[id: id]
      yield &element
      putBack(element, id)
    }
  }

  @inlinable
  public mutating func modifyRow<Result>(id: ID, _ body: (inout Element) -> Result) -> Result? {
    if !isKnownUniquelyReferenced(&storage) {
      guard contains(id: id) else { return nil }
      own()
    }
    // This value holds it, and is held; a reference more would be counted.
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
    ReduceContext.report(
      .elementIDChanged,
      "an element was written under the id \(id) that has another one; "
        + "nothing changed", label: "")
  }
}

/// Elements that say their own id: `IdentifiedArrayOf<Todo.State>`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>
