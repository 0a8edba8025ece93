/// Those who observe one place of a state: a property, a row, a node of a JSON state.
///
/// A burst costs a group nothing unless its finder says that the place was touched; then all who are in
/// it are due. Members are threaded through themselves, so that one who comes or goes costs the same
/// however many there are. The list holds them, for as long as they are in.
@usableFromInline
package class ObserverGroup {
  // Unchecked: the store's thread alone comes here.
  /// The one who came last, who leads to the others.
  @safe @usableFromInline @exclusivity(unchecked) final var last: Uncounted<Observer>?

  package init() {}

  @inlinable @inline(__always)
  package final var isEmpty: Bool { last == nil }

  /// Somebody came, who has not been told what the others have.
  func entered() {}
  /// The last one has left.
  func emptied() {}

  final func enter(_ observer: Observer) {
    let entered = Uncounted(observer)
    observer.previous = last
    last?.with { $0.next = entered }
    last = entered
    observer.isGrouped = true
    self.entered()
  }

  /// - Returns: false where it was not in this watch.
  final func leave(_ observer: Observer) -> Bool {
    guard observer.isGrouped else { return false }
    observer.isGrouped = false
    observer.previous?.with { $0.next = observer.next }
    if let next = observer.next {
      next.with { $0.previous = observer.previous }
    } else {
      last = observer.previous
    }
    (observer.previous, observer.next) = (nil, nil)
    if last == nil { emptied() }
    return true
  }

  /// Adds all of them to those who are due.
  @inline(__always)
  final func append(to due: inout [Uncounted<Observer>]) {
    var next = last
    while let member = next {
      due.append(member)
      next = member.with { $0.previous }
    }
  }

  /// All of them, who are then in no group.
  final func drop() -> [Uncounted<Observer>] {
    var all: [Uncounted<Observer>] = []
    append(to: &all)
    for member in all {
      member.with {
        $0.isGrouped = false
        ($0.previous, $0.next) = (nil, nil)
      }
    }
    last = nil
    emptied()
    return all
  }
}

/// Finds the groups of a list that a burst concerns, by what was touched in it.
@usableFromInline
@safe package final class ObserverFinder {
  /// Hands those that may see something different now to ``ObserverList/makeDue(_:)``. Made where the
  /// types are known; the address is that of the state.
  let find: (UnsafeRawPointer, ObserverList) -> Void
  /// All groups that have somebody in them.
  let groups: () -> [ObserverGroup]
  /// The one that is asked after this; the list holds them all.
  @safe @exclusivity(unchecked) fileprivate(set) var next: Uncounted<ObserverFinder>?

  @usableFromInline
  package init(
    find: @escaping (UnsafeRawPointer, ObserverList) -> Void,
    groups: @escaping () -> [ObserverGroup]
  ) {
    unsafe self.find = find
    self.groups = groups
  }
}

/// The finders of a list, in a chain: asking them counts nothing.
struct ObserverFinders {
  private(set) var first: Uncounted<ObserverFinder>?
  private var last: Uncounted<ObserverFinder>?

  mutating func append(_ finder: ObserverFinder) {
    let added = Uncounted.retained(finder)
    if let last { last.with { $0.next = added } } else { first = added }
    last = added
  }

  /// Lets go of all of them.
  ///
  /// - Returns: the groups that they knew.
  mutating func removeAll() -> [ObserverGroup] {
    var groups: [ObserverGroup] = []
    var next = first
    (first, last) = (nil, nil)
    while let finder = next?.consume() {
      groups += finder.groups()
      next = finder.next
    }
    return groups
  }
}
