public import OrderedCollections

/// A path of screens: an ordered list of elements with ids, the last one on top.
///
/// Appending gives an element the next id, which is never used again; moving elements keeps their ids,
/// replacing them with others does not. An element's id is its identity: an element replaced in place under
/// its id keeps its effects, even in another case.
///
/// Ids count from 0 in each store: in its reducers, and in the initial state that it evaluates. A path made
/// elsewhere takes its ids from one counter of the process, so that no two such paths are mistaken for each
/// other. In a test it takes them from the test's own counter, which begins at 0. To know its ids elsewhere,
/// make it in `LoopStore(initialState:)`, or set `stackElementID`.
public struct StackState<Element>: RowCollection {
  @usableFromInline var entries: OrderedDictionary<StackElementID, Element> = [:]
  /// A number that changes whenever the ids or their order change. Copies have the same number.
  public private(set) var structure: UInt64 = Serial.next()

  /// A path without elements.
  public init() {}

  /// A path of these elements, the first at the bottom. Each gets an id.
  public init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// The ids in order, the root's first.
  @inlinable
  public var ids: OrderedSet<StackElementID> { entries.keys }

  /// Whether an element has this id. O(1).
  @inlinable
  public func contains(id: StackElementID) -> Bool { entries[id] != nil }

  /// Any may have left once the path has changed: it has few elements.
  public func visitLeft(since mark: inout RowLogMark, _: (StackElementID) -> Void) -> Bool {
    let now = RowLogMark(serial: structure)
    defer { mark = now }
    return mark == now
  }

  /// Visits all: a path has few elements.
  public mutating func visitFollowed(
    since _: inout RowLogMark, _ visit: (StackElementID, inout Self) -> Void
  ) {
    for id in ids { visit(id, &self) }
  }

  /// Changes the ids or their order.
  mutating func change<Result>(
    _ body: (inout OrderedDictionary<StackElementID, Element>) -> Result
  ) -> Result {
    structure = Serial.next()
    return body(&entries)
  }
}

extension StackState {
  /// Puts an element on top and gives it the next id.
  ///
  /// - Complexity: O(1), amortised.
  @discardableResult
  public mutating func append(_ element: Element) -> StackElementID {
    let id = nextID()
    put(element, id: id)
    return id
  }

  /// A path from outside may have ids that its store has not given out yet.
  func nextID() -> StackElementID {
    var id = StackElementID.next()
    while contains(id: id) { id = .next() }
    return id
  }

  /// Removes an element and everything above it. An unknown id removes nothing.
  ///
  /// - Complexity: O(*k*) in the elements removed.
  public mutating func pop(from id: StackElementID) {
    guard let index = entries.index(forKey: id) else { return }
    change { $0.removeSubrange(index...) }
  }

  /// Removes everything above an element. An unknown id removes nothing.
  ///
  /// - Complexity: O(*k*) in the elements removed.
  public mutating func pop(to id: StackElementID) {
    guard let index = entries.index(forKey: id) else { return }
    change { $0.removeSubrange((index + 1)...) }
  }

  /// - Complexity: O(*n*).
  public mutating func popToRoot() { removeAll() }

  /// Removes the element on top, if there is one, and returns it.
  @discardableResult
  public mutating func popLast() -> Element? {
    entries.isEmpty ? nil : change { $0.removeLast().value }
  }

  /// - Complexity: O(*n*).
  @discardableResult
  public mutating func remove(id: StackElementID) -> Element? {
    contains(id: id) ? change { $0.removeValue(forKey: id) } : nil
  }

  /// Removes the element at a position and returns it. O(n) in those above it.
  @discardableResult
  public mutating func remove(at index: Int) -> Element { change { $0.remove(at: index).value } }

  /// - Complexity: O(*n*).
  public mutating func removeAll() { change { $0.removeAll() } }

  /// - Complexity: O(*n*).
  public mutating func reverse() { change { $0.reverse() } }

  /// Exchanges the elements at two positions. Each keeps its id.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    change { $0.swapAt(first, second) }
  }

  /// - Complexity: O(*n*).
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    change { $0.shuffle(using: &generator) }
  }

  /// Puts an element from outside on top, under its own id, which is not on the path.
  mutating func push(_ element: Element, id: StackElementID) {
    StackElementID.noteBrought(CollectionOfOne(id))
    put(element, id: id)
  }

  private mutating func put(_ element: Element, id: StackElementID) {
    change { $0[id] = element }
  }

  /// The element with an id. Writing nil removes only that element; writing to an id that is not there
  /// changes nothing and reports the issue `assign-missing-id`.
  ///
  /// In a test's expectation, and in its initial state, writing to an id that is not there puts the element
  /// on top: `$0.path[id: 0] = Detail.State()` states what was pushed.
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

  /// The payload of an element's case: nil in another. Writing to a case that it is not in changes nothing
  /// and reports the issue `write-wrong-case`.
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

// Paths are equal if their ids and elements are: unlike a slot's id, the ids are part of the value.
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
