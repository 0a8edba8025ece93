public import OrderedCollections

/// A navigation path: an ordered list of elements with ids, the last on top.
///
/// Appending assigns the next id to an element; an id is never used again. Moved elements keep their ids; elements that
/// replace others get new ids. The id identifies an element: an element that is replaced in place under its id keeps
/// its effects, even in another case.
///
/// Ids count from 0 in each store: in the store's reducers, and in the initial state that the store evaluates. A path
/// created elsewhere takes its ids from one counter of the process, so that two such paths cannot be confused. In a
/// test a path takes its ids from the test's own counter, which starts at 0. To know the ids elsewhere, create the path
/// in `LoopStore(initialState:)`, or set `stackElementID`.
public struct StackState<Element>: RowCollection {
  @usableFromInline var entries: OrderedDictionary<StackElementID, Element> = [:]
  /// A number that changes whenever the ids or their order change. Copies have the same number.
  public private(set) var structure: UInt64 = Serial.next()

  /// Creates an empty path.
  public init() {}

  /// Creates a path of these elements, the first at the bottom. Each element gets an id.
  public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// The ids in order, starting with the root's id.
  @inlinable
  public var ids: OrderedSet<StackElementID> { entries.keys }

  /// Whether an element with this id is on the path. O(1).
  @inlinable
  public func contains(id: StackElementID) -> Bool { entries[id] != nil }

  /// Returns false after any change of the ids: a path has few elements, so all of them are checked.
  public func visitLeft(since mark: inout RowLogMark, _: (StackElementID) -> Void) -> Bool {
    let now = RowLogMark(serial: structure)
    defer { mark = now }
    return mark == now
  }

  /// Visits all elements: a path has few.
  public mutating func visitFollowed(
    since _: inout RowLogMark, _ visit: (StackElementID, inout Self) -> Void
  ) {
    for id in ids { visit(id, &self) }
  }

  /// Runs `body` to change the ids or their order.
  mutating func change<Result>(
    _ body: (inout OrderedDictionary<StackElementID, Element>) -> Result
  ) -> Result {
    structure = Serial.next()
    return body(&entries)
  }
}

extension StackState {
  /// Adds an element on top and assigns the next id to it.
  ///
  /// - Complexity: O(1), amortised.
  @discardableResult
  public mutating func append(_ element: Element) -> StackElementID {
    let id = nextID()
    put(element, id: id)
    return id
  }

  /// Returns the next unused id. A path from outside may contain ids that its store has not yet assigned.
  func nextID() -> StackElementID {
    var id = StackElementID.next()
    while contains(id: id) { id = .next() }
    return id
  }

  /// Removes an element and everything above it. An unknown id removes nothing.
  ///
  /// - Complexity: O(*k*) for *k* removed elements.
  public mutating func pop(from id: StackElementID) {
    guard let index = entries.index(forKey: id) else { return }
    change { $0.removeSubrange(index...) }
  }

  /// Removes everything above an element. An unknown id removes nothing.
  ///
  /// - Complexity: O(*k*) for *k* removed elements.
  public mutating func pop(to id: StackElementID) {
    guard let index = entries.index(forKey: id) else { return }
    change { $0.removeSubrange((index + 1)...) }
  }

  /// - Complexity: O(*n*).
  public mutating func popToRoot() { removeAll() }

  /// Removes and returns the element on top, or returns nil if the path is empty.
  @discardableResult
  public mutating func popLast() -> Element? {
    entries.isEmpty ? nil : change { $0.removeLast().value }
  }

  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(id: StackElementID) -> Element? {
    contains(id: id) ? change { $0.removeValue(forKey: id) } : nil
  }

  /// Removes the element at a position and returns it. O(*n*) for *n* elements above it.
  @discardableResult
  public mutating func remove(at index: Int) -> Element { change { $0.remove(at: index).value } }

  /// - Complexity: O(*n*).
  public mutating func removeAll() { change { $0.removeAll() } }

  /// - Complexity: O(*n*).
  public mutating func reverse() { change { $0.reverse() } }

  /// Swaps the elements at two positions. Each keeps its id.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    change { $0.swapAt(first, second) }
  }

  /// - Complexity: O(*n*).
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    change { $0.shuffle(using: &generator) }
  }

  /// Adds an element from outside on top, under its own id, which must not be on the path.
  mutating func push(_ element: Element, id: StackElementID) {
    StackElementID.noteExternal(CollectionOfOne(id))
    put(element, id: id)
  }

  private mutating func put(_ element: Element, id: StackElementID) {
    change { $0[id] = element }
  }

  /// The element with an id. Writing nil removes only that element. Writing under an id that is not on the path changes
  /// nothing and reports the issue `assign-missing-id`.
  ///
  /// In a test's expectation, and in its initial state, writing under an id that is not on the path adds the element on
  /// top: `$0.path[id: 0] = Detail.State()` states that this element was pushed.
  public subscript(id id: StackElementID) -> Element? {
    get { entries[id] }
    set {
      guard contains(id: id) else {
        if let newValue, id.isStated() { return push(newValue, id: id) }
        return StepIssue.report(
          .assignMissingID,
          "an element was written under the id \(id), which is not on the path; "
            + "append it instead")
      }
      if let newValue { entries[id] = newValue } else { remove(id: id) }
    }
  }

  /// The payload of one case of an element; nil if the element is in another case. Writing to another case changes
  /// nothing and reports the issue `write-wrong-case`.
  public subscript<Value>(
    id id: StackElementID, case path: CaseKeyPath<Element, Value>
  ) -> Value? where Element: CasePathable {
    get { entries[id].flatMap(CasePath(path).extract(from:)) }
    set {
      var element = entries[id]
      if CasePath(path).write(newValue, to: &element, in: "the element \(id)") {
        self[id: id] = element
      }
    }
  }

  @inlinable
  public mutating func modifyRow<Result>(
    id: StackElementID, _ body: (inout Element) -> Result
  ) -> Result? {
    guard let index = entries.index(forKey: id) else { return nil }
    return body(&entries.values[index])
  }
}

extension StackState: RandomAccessCollection {
  public typealias Index = Int

  @inlinable
  public var startIndex: Int { 0 }
  @inlinable
  public var endIndex: Int { entries.count }

  @inlinable
  public subscript(position: Int) -> Element {
    get { entries.values[position] }
    _modify { yield &entries.values[position] }
  }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

// Two paths are equal if their ids and elements are equal: unlike a slot's id, the ids are part of the value.
extension StackState: Equatable where Element: Equatable {
  /// - Complexity: O(*n*).
  public static func == (left: Self, right: Self) -> Bool {
    left.entries.elementsEqual(right.entries) { $0.key == $1.key && $0.value == $1.value }
  }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    for (id, element) in entries {
      hasher.combine(id)
      hasher.combine(element)
    }
  }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(reflecting: entries.map { (id: $0.key, element: $0.value) })
  }
}
