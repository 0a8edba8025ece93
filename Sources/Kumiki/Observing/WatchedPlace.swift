// What is kept of the places that observers show. All of it is used by the store's thread alone, and not
// reentrantly, hence unchecked.

/// A part of the state that is observed, and the value that was told last.
///
/// One object does all the work of an observer, so the closure that calls it captures nothing else.
@usableFromInline
final class ObservedPart<State, Value> {
  @usableFromInline let toValue: (State) -> Value
  @usableFromInline let handler: (Value) -> Void
  @safe @usableFromInline @exclusivity(unchecked) var last: Value

  @inlinable
  init(_ toValue: @escaping (State) -> Value, _ state: State, _ handler: @escaping (Value) -> Void)
  {
    self.toValue = toValue
    self.handler = handler
    last = toValue(state)
  }

  @inlinable @inline(__always)
  func look(at state: Lent<State>, _ isDuplicate: (Value, Value) -> Bool) {
    let value = state.read(toValue)
    if isDuplicate(last, value) { return }
    last = value
    handler(value)
  }
}

/// The observers of one property, which is compared once for all of them.
@usableFromInline
final class PropertyGroup<Value: Equatable>: ObserverGroup {
  /// The value that all of them were told; nil if an observer was added since.
  @safe @usableFromInline @exclusivity(unchecked) var told: Value?

  @usableFromInline
  override init() { super.init() }

  @inlinable
  func look(at property: Lent<Value>, for list: ObserverList) {
    if let told, told == property.value { return }
    tell(property, list)
  }

  @usableFromInline
  func tell(_ property: Lent<Value>, _ list: ObserverList) {
    guard !isEmpty else { return }
    told = property.value
    list.makeDue(self)
  }

  override func entered() { told = nil }

  // Not kept without observers: a value that shares storage with the state makes the next write copy it.
  override func emptied() { told = nil }
}

/// The observers of rows, by the ids of the rows.
@usableFromInline
final class RowGroups<ID: Hashable> {
  // Held by hand: each is held by those who are in it.
  @safe @usableFromInline @exclusivity(unchecked) var groups: [ID: Uncounted<ObserverGroup>] = [:]
  @safe @usableFromInline @exclusivity(unchecked) var mark = RowLogMark()

  @usableFromInline
  init() {}

  /// Marks as due the observers of rows that were changed since the last time; all of them where the log
  /// cannot tell.
  @inlinable
  func look<Element>(at storage: RowStorage<ID, Element>, for list: ObserverList) {
    if storage.log.isAt(mark) || groups.isEmpty { return }
    let isKnown = storage.log.visit(since: &mark) { id in
      groups[id]?.with { list.makeDue($0) }
    }
    if !isKnown {
      for group in groups.values { group.with { list.makeDue($0) } }
    }
  }

  /// Those who show one row. It is among the groups while somebody is in it.
  @usableFromInline
  func group(_ id: ID) -> ObserverGroup {
    groups[id]?.object ?? RowGroup(id, self)
  }

  @usableFromInline
  var all: [ObserverGroup] { groups.values.map { $0.object } }
}

/// Those who show one row.
private final class RowGroup<ID: Hashable>: ObserverGroup {
  private let id: ID
  private let rows: RowGroups<ID>

  init(_ id: ID, _ rows: RowGroups<ID>) {
    self.id = id
    self.rows = rows
    super.init()
  }

  override func entered() { rows.groups[id] = Uncounted(self) }
  override func emptied() { rows.groups[id] = nil }
}

/// The slot in which a row was found last.
@usableFromInline
final class RowHint {
  @safe @usableFromInline @exclusivity(unchecked) var slot = 0

  @usableFromInline
  init() {}
}

extension ObserverList {
  /// Those who show the property at an offset in the state.
  @inlinable
  func group<State, Value: Equatable>(
    of property: KeyPath<State, Value>, at offset: Int
  ) -> ObserverGroup {
    let group: PropertyGroup<Value> = known(by: property) {
      let group = PropertyGroup<Value>()
      let finder = ObserverFinder { state, list in
        group.look(at: state.typed(State.self).part(at: offset), for: list)
      } groups: {
        [group]
      }
      return (group, finder)
    }
    return group
  }

  /// Those who show a row of a collection that lies at an offset in the state.
  @inlinable
  func group<State, ID, Element>(
    of id: ID, in rows: KeyPath<State, IdentifiedArray<ID, Element>>, at offset: Int
  ) -> ObserverGroup {
    let groups: RowGroups<ID> = known(by: rows) {
      let groups = RowGroups<ID>()
      let finder = ObserverFinder { state, list in
        state.typed(State.self).part(at: offset, as: IdentifiedArray<ID, Element>.self).read {
          groups.look(at: $0.storage, for: list)
        }
      } groups: {
        groups.all
      }
      return (groups, finder)
    }
    return groups.group(id)
  }
}
