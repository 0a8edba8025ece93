/// The observers of one place in a state: a property, a row, a node of a JSON state.
///
/// A burst costs a group nothing unless the group's finder reports that the place was touched; then all its members are
/// due. The members form a linked list, so entering and leaving take constant time. The ``ObserverList`` retains the
/// members.
@usableFromInline
package class ObserverGroup {
  private final var members = LinkedList<Observer.AmongGroup>()

  package init() {}

  package final var isEmpty: Bool { members.isEmpty }

  /// Called when an observer has entered. That observer has not yet received the value that the others received last.
  func entered() {}
  /// Called when the last observer has left.
  func emptied() {}

  final func enter(_ observer: Observer) {
    members.append(observer)
    observer.isGrouped = true
    entered()
  }

  /// - Returns: false if the observer is not in a group.
  final func leave(_ observer: Observer) -> Bool {
    guard observer.isGrouped else { return false }
    members.remove(observer)
    observer.isGrouped = false
    if isEmpty { emptied() }
    return true
  }

  /// Appends all members to the list of due observers.
  final func append(to due: inout [Uncounted<Observer>]) { members.forEach { due.append($0) } }

  /// All members.
  final var all: [Uncounted<Observer>] {
    var all: [Uncounted<Observer>] = []
    append(to: &all)
    return all
  }

  /// Removes all members and returns them.
  final func drop() -> [Uncounted<Observer>] {
    let all = all
    for member in all { _ = member.with { leave($0) } }
    return all
  }
}

/// Finds the groups whose places were touched by a burst.
@usableFromInline
package final class ObserverFinder {
  /// Passes each group whose value may have changed to ``ObserverList/makeDue(_:)``. Created where the types are known.
  let find: (_ state: LentValue, ObserverList) -> Void
  /// All groups that have members.
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
