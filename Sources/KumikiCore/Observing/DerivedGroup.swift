/// The observers of a derived value.
///
/// No finder reports it. While it has members, an observer stands for it in the group of each place that the
/// value was computed from, so that its members are due when one of the places is.
package final class DerivedGroup: ObserverGroup {
  private unowned let list: ObserverList
  /// Called when the first observer has entered, and when the last one has left. Calls inside of it wait, since values
  /// that are derived from each other may be a long row.
  private let isWatched: (Bool) -> Void
  /// Whether its members are among those that ``observers(behind:)`` has collected.
  private var isMet = false

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

  /// Replaces observers that stand for a derived value by those of the value, and by those of values derived
  /// from it. Returns each once, in the order of their turns.
  static func observers(behind due: [Uncounted<Observer>]) -> [Uncounted<Observer>] {
    var (found, stack): ([Uncounted<Observer>], [Uncounted<Observer>]) = ([], due)
    var met: [DerivedGroup] = []
    while let observer = stack.popLast() {
      guard let group = observer.with({ $0.derived }) else {
        found.append(observer)
        continue
      }
      // Two ways may lead to one value.
      if group.isMet { continue }
      group.isMet = true
      met.append(group)
      group.append(to: &stack)
    }
    for group in met { group.isMet = false }
    return found.sorted { ObserverList.turn(of: $0) < ObserverList.turn(of: $1) }
  }
}
