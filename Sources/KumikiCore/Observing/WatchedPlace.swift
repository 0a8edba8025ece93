// The data kept for each observed place. Only the store's thread uses it, and not reentrantly, so the exclusivity is
// unchecked.

/// An observed part of the state, and the last value that its observer received.
///
/// One object contains all the data of an observer, so that the observer's closure captures only one reference.
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
  func check(_ state: Lent<State>, _ isDuplicate: (Value, Value) -> Bool) {
    let value = state.read(toValue)
    if isDuplicate(last, value) { return }
    last = value
    handler(value)
  }
}

/// The observers of one property. The property is compared once for all of them.
@usableFromInline
final class PropertyGroup<Value: Equatable>: ObserverGroup {
  /// The value that all observers have received; nil if an observer was added since.
  @safe @usableFromInline @exclusivity(unchecked) var lastNotified: Value?

  @usableFromInline
  override init() { super.init() }

  @inlinable
  func check(_ property: Lent<Value>, for list: ObserverList) {
    if let lastNotified, lastNotified == property.value { return }
    notify(property, list)
  }

  @usableFromInline
  func notify(_ property: Lent<Value>, _ list: ObserverList) {
    guard !isEmpty else { return }
    lastNotified = property.value
    list.makeDue(self)
  }

  override func entered() { lastNotified = nil }

  // Dropped when the last observer leaves: a value that shares storage with the state makes the next write copy.
  override func emptied() { lastNotified = nil }
}

/// The observers of rows, by the ids of the rows.
@usableFromInline
final class RowGroups<ID: Hashable> {
  // Not retained here: its observers retain each group.
  @safe @usableFromInline @exclusivity(unchecked) var groups: [ID: Uncounted<ObserverGroup>] = [:]
  @safe @usableFromInline @exclusivity(unchecked) var mark = RowLogMark()

  @usableFromInline
  init() {}

  /// Marks the observers of rows that changed since the last call as due. Marks all of them if the log does not reach
  /// back that far.
  @inlinable
  func check<Element>(_ storage: RowStorage<ID, Element>, for list: ObserverList) {
    if storage.log.isAt(mark) || groups.isEmpty { return }
    let isKnown = storage.log.visit(since: &mark) { id in
      groups[id]?.with { list.makeDue($0) }
    }
    if !isKnown {
      for group in groups.values { group.with { list.makeDue($0) } }
    }
  }

  /// Returns the observers of one row. The group is in `groups` while it has members.
  @usableFromInline
  func group(_ id: ID) -> ObserverGroup {
    groups[id]?.object ?? RowGroup(id, self)
  }

  @usableFromInline
  var all: [ObserverGroup] { groups.values.map { $0.object } }
}

/// The observers of one row.
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

extension ObserverList {
  /// Returns the observers of the property at an offset in the state.
  @inlinable
  func group<State, Value: Equatable>(
    of property: KeyPath<State, Value>, at offset: Int
  ) -> ObserverGroup {
    let group: PropertyGroup<Value> = known(by: property) {
      let group = PropertyGroup<Value>()
      let finder = ObserverFinder { state, list in
        group.check(state.typed(State.self).part(at: offset), for: list)
      } groups: {
        [group]
      }
      return (group, finder)
    }
    return group
  }

  /// Returns the observers of a row of the collection at an offset in the state.
  @inlinable
  func group<State, ID, Element>(
    of id: ID, in rows: KeyPath<State, IdentifiedArray<ID, Element>>, at offset: Int
  ) -> ObserverGroup {
    let groups: RowGroups<ID> = known(by: rows) {
      let groups = RowGroups<ID>()
      let finder = ObserverFinder { state, list in
        state.typed(State.self).part(at: offset, as: IdentifiedArray<ID, Element>.self).read {
          groups.check($0.storage, for: list)
        }
      } groups: {
        groups.all
      }
      return (groups, finder)
    }
    return groups.group(id)
  }
}
