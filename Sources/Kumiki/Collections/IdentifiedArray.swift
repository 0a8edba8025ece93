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
  @usableFromInline var elementsByID: OrderedDictionary<ID, Element>
  @usableFromInline let idPath: KeyPath<Element, ID>
  /// Reads an element's id: the key path at run time takes longer than all the rest of a change.
  @usableFromInline let toID: (Element) -> ID
  /// Another number after each change of which ids there are, or of their order; copies share it.
  @inlinable
  public var structure: UInt64 { structureNumber }
  @usableFromInline var structureNumber: UInt64

  /// No elements, with the key path of their id.
  @inlinable
  public init(id: KeyPath<Element, ID>) {
    if let offset = MemoryLayout<Element>.offset(of: id) {
      // A stored property's bytes lie at its offset.
      self.init(id: id) { element in
        withUnsafePointer(to: element) { pointer in
          (UnsafeRawPointer(pointer) + offset).assumingMemoryBound(to: ID.self).pointee
        }
      }
    } else {
      self.init(id: id) { $0[keyPath: id] }
    }
  }

  @inlinable
  init(id: KeyPath<Element, ID>, reading toID: @escaping (Element) -> ID) {
    elementsByID = [:]
    idPath = id
    self.toID = toID
    structureNumber = Serial.next()
  }

  @inlinable
  public init(_ elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(id: id)
    for element in elements { append(element) }
  }

  @inlinable
  public func contains(id: ID) -> Bool { elementsByID.index(forKey: id) != nil }

  /// The ids, in order.
  @inlinable
  public var ids: OrderedSet<ID> { elementsByID.keys }

  /// The elements, in order.
  @inlinable
  public var elements: [Element] { Array(elementsByID.values) }

  @inlinable
  mutating func structureChanged() { structureNumber = Serial.next() }
}

extension IdentifiedArray {
  /// Adds an element at the end; false, and an issue, where its id is there.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    let id = toID(element)
    guard elementsByID.index(forKey: id) == nil else { return refuse(id) }
    elementsByID.updateValue(element, forKey: id)
    structureChanged()
    return true
  }

  /// Adds an element at an index; false, and an issue, where its id is there.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> Bool {
    let id = toID(element)
    guard elementsByID.index(forKey: id) == nil else { return refuse(id) }
    elementsByID.updateValue(element, forKey: id, insertingAt: index)
    structureChanged()
    return true
  }

  @usableFromInline
  func refuse(_ id: ID) -> Bool {
    ReduceContext.report(
      .duplicateElementID, "an element with the id \(id) is already there; nothing was added",
      label: "")
    return false
  }

  /// Replaces the element with this one's id, or adds it at the end.
  @inlinable
  public mutating func updateOrAppend(_ element: Element) {
    let id = toID(element)
    if elementsByID.updateValue(element, forKey: id) == nil { structureChanged() }
  }

  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let removed = elementsByID.removeValue(forKey: id) else { return nil }
    structureChanged()
    return removed
  }

  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    defer { structureChanged() }
    return elementsByID.remove(at: index).value
  }

  @inlinable
  public mutating func removeAll() {
    elementsByID.removeAll()
    structureChanged()
  }

  @inlinable
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    try elementsByID.removeAll { try isRemoved($0.value) }
    structureChanged()
  }

  /// Reorders; which ids there are stays.
  @inlinable
  public mutating func reverse() {
    elementsByID.reverse()
    structureChanged()
  }

  @inlinable
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    defer { structureChanged() }
    try elementsByID.sort { try areInOrder($0.value, $1.value) }
  }

  @inlinable
  public mutating func swapAt(_ first: Int, _ second: Int) {
    elementsByID.swapAt(first, second)
    structureChanged()
  }

  @inlinable
  public mutating func move(from source: Int, to target: Int) {
    defer { structureChanged() }
    let element = elementsByID.remove(at: source)
    elementsByID.updateValue(element.value, forKey: element.key, insertingAt: target)
  }

  /// The element with an id. Writing null removes it; writing an element with another id is an issue.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { elementsByID[id] }
    _modify {
      var element = takeElement(id)
      yield &element
      putBack(element, id)
    }
  }

  @inlinable
  public mutating func modifyRow<Result>(id: ID, _ body: (inout Element) -> Result) -> Result? {
    guard let index = elementsByID.index(forKey: id) else { return nil }
    let result = body(&elementsByID.values[index])
    if toID(elementsByID.values[index]) != id { restoreID(id, at: index) }
    return result
  }

  /// A row that renamed itself keeps its other changes and gets its id back, where that can be set.
  @usableFromInline
  mutating func restoreID(_ id: ID, at index: Int) {
    ReduceContext.report(
      .elementIDChanged, "a row with the id \(id) changed its own id; it keeps the old one",
      label: "")
    if let path = idPath as? WritableKeyPath<Element, ID> {
      elementsByID.values[index][keyPath: path] = id
      return
    }
    // The id of an `Identifiable` is known by its getter only.
    let row = elementsByID.values[index]
    guard let offset = StoredField.offset(of: "id", as: ID.self, in: row) else { return }
    withUnsafeMutableBytes(of: &elementsByID.values[index]) { bytes in
      let field = bytes.baseAddress! + offset
      field.assumingMemoryBound(to: ID.self).pointee = id
    }
  }

  @inlinable
  func takeElement(_ id: ID) -> Element? { elementsByID[id] }

  @inlinable
  mutating func putBack(_ element: Element?, _ id: ID) {
    guard let element else {
      remove(id: id)
      return
    }
    guard toID(element) == id else { return refuseOther(id) }
    updateOrAppend(element)
  }

  @usableFromInline
  func refuseOther(_ id: ID) {
    ReduceContext.report(
      .elementIDChanged,
      "an element was written under the id \(id) that has another one; "
        + "nothing changed", label: "")
  }
}

/// Elements that say their own id: `IdentifiedArrayOf<Todo.State>`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>
