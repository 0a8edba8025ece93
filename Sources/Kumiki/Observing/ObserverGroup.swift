/// Those who observe one place of a state: a property, a row, a node of a JSON state.
///
/// A burst costs a group nothing unless its finder says that the place was touched; then all who are in
/// it are due. Members are threaded through themselves, so that one who comes or goes costs the same
/// however many there are. The list holds them, for as long as they are in.
@usableFromInline
package class ObserverGroup {
  private final var members = LinkedList<Observer.AmongGroup>()

  package init() {}

  package final var isEmpty: Bool { members.isEmpty }

  /// Somebody came, who has not been told what the others have.
  func entered() {}
  /// The last one has left.
  func emptied() {}

  final func enter(_ observer: Observer) {
    members.append(observer)
    observer.isGrouped = true
    entered()
  }

  /// - Returns: false where it was not in this group.
  final func leave(_ observer: Observer) -> Bool {
    guard observer.isGrouped else { return false }
    members.remove(observer)
    observer.isGrouped = false
    if isEmpty { emptied() }
    return true
  }

  /// Adds all of them to those who are due.
  final func append(to due: inout [Uncounted<Observer>]) { members.forEach { due.append($0) } }

  /// All of them, who are then in no group.
  final func drop() -> [Uncounted<Observer>] {
    var all: [Uncounted<Observer>] = []
    append(to: &all)
    for member in all { _ = member.with { leave($0) } }
    return all
  }
}

/// Finds the groups of a list that a burst concerns, by what was touched in it.
@usableFromInline
package final class ObserverFinder {
  /// Hands those that may see something different now to ``ObserverList/makeDue(_:)``. Made where the
  /// types are known.
  let find: (_ state: LentValue, ObserverList) -> Void
  /// All groups that have somebody in them.
  let groups: () -> [ObserverGroup]

  @usableFromInline
  package init(
    find: @escaping (_ state: LentValue, ObserverList) -> Void,
    groups: @escaping () -> [ObserverGroup]
  ) {
    self.find = find
    self.groups = groups
  }
}
