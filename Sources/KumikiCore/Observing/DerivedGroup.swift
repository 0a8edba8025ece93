/// The observers of a derived value.
///
/// A finder does not report this group. While the group has members, a stand-in observer is in the group of each place
/// that the value was computed from. It makes the members due when the place is.
package final class DerivedGroup: ObserverGroup {
  private unowned let list: ObserverList
  /// Called when the first observer has entered, and when the last one has left. Nested calls are queued, because
  /// values may be derived from each other in long chains.
  private let isWatched: (Bool) -> Void
  /// Whether ``observers(behind:)`` has already collected the group's members.
  private var isCollected = false

  init(_ list: ObserverList, isWatched: @escaping (Bool) -> Void) {
    self.list = list
    self.isWatched = isWatched
    super.init()
  }

  override func entered() {
    guard list.derived.updateValue(self, forKey: ObjectIdentifier(self)) == nil else { return }
    list.inTurn { [isWatched] in isWatched(true) }
  }

  override func emptied() {
    list.derived[ObjectIdentifier(self)] = nil
    list.inTurn { [isWatched] in isWatched(false) }
  }

  /// Replaces each observer that stands for a derived value with the observers of the value, and of values derived from
  /// it. Returns each observer once, in the order of the observers' turns.
  static func observers(behind due: [Uncounted<Observer>]) -> [Uncounted<Observer>] {
    var (found, stack): ([Uncounted<Observer>], [Uncounted<Observer>]) = ([], due)
    var collected: [DerivedGroup] = []
    while let observer = stack.popLast() {
      guard let group = observer.with({ $0.derived }) else {
        found.append(observer)
        continue
      }
      // A value may be reached in two ways.
      if group.isCollected { continue }
      group.isCollected = true
      collected.append(group)
      group.append(to: &stack)
    }
    for group in collected { group.isCollected = false }
    return found.ordered { ObserverList.turn(of: $0) < ObserverList.turn(of: $1) }
  }
}
