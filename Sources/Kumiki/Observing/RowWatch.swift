/// The observers of rows, by the ids of the rows.
@usableFromInline
final class RowGroups<ID: Hashable> {
  // Unchecked: the store's thread alone comes here. Held by hand: each is held by those who are in it.
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

extension ObserverList {
  /// Those who show a row of a collection that lies at an offset in the state.
  @inlinable
  func group<State, ID, Element>(
    of id: ID, in rows: KeyPath<State, IdentifiedArray<ID, Element>>, at offset: Int
  ) -> ObserverGroup {
    let groups: RowGroups<ID> = known(by: rows) {
      let groups = RowGroups<ID>()
      let finder = unsafe ObserverFinder { state, list in
        unsafe (state + offset).lend(IdentifiedArray<ID, Element>.self) {
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
