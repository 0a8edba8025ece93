/// The observers of one store, in the order of their turns.
///
/// Those who observe one place are kept beside the others, in its group, and told only when a finder says
/// that the place was touched.
@usableFromInline
@safe package final class ObserverList {
  // Unchecked: the store's thread alone comes here.
  /// Unmanaged, so that telling them retains nothing. Nil where an observer has left.
  @safe @usableFromInline @exclusivity(unchecked) private(set) var places = ObserverPlaces()
  /// The turns of the places, including empty ones; an observer is found by binary search in them.
  @safe @exclusivity(unchecked) private var turns: [Int] = []
  @safe @exclusivity(unchecked) private var gaps = 0
  @safe @exclusivity(unchecked) private var nextTurn = 0
  @safe @exclusivity(unchecked) private var finders = ObserverFinders()
  /// Whether there are watches, whose observers have no place in the list.
  @safe @usableFromInline @exclusivity(unchecked) private(set) var hasFinders = false
  /// What is known of each property or collection that somebody shows.
  private var knownByPath: [KnownPath: AnyObject] = [:]
  /// Those whom the finders found to be told this time.
  @safe @exclusivity(unchecked) private var due: [Uncounted<Observer>] = []
  @safe @usableFromInline @exclusivity(unchecked) var isTelling = false
  /// The part that a scoped store's observers are being told of; nil where it is not there.
  @safe @exclusivity(unchecked) private(set) var found: UnsafeRawPointer?
  /// Observers that left during a notification, released after it.
  @safe @exclusivity(unchecked) private var leaving: [Uncounted<Observer>] = []
  @safe @exclusivity(unchecked) private var moving: [Observer] = []
  /// Whether observers are waiting to be added or released after the notification.
  @safe @usableFromInline @exclusivity(unchecked) private(set) var isUntidy = false
  @safe @exclusivity(unchecked) private var rawCount = 0
  /// Of a scoped store: its own observer at its parent.
  private let upward: (list: ObserverList, link: Observer)?

  package convenience init() { self.init(upward: nil) }

  init(upward: (list: ObserverList, link: Observer)?) { self.upward = upward }

  deinit {
    drop()
    places.free()
  }

  /// Tells the observers of a scoped store.
  @usableFromInline
  func tell(_ state: UnsafeRawPointer, found: UnsafeRawPointer?) {
    self.found = unsafe found
    unsafe tell(state)
    self.found = nil
  }

  /// Tells every observer that was there when the notification began.
  @usableFromInline
  package func tell(_ state: UnsafeRawPointer) { unsafe Self.tell(Uncounted(self), state) }

  /// Tells the observers of a list that the caller does not retain. Inlined into the caller.
  @inlinable @inline(__always)
  static func tell(_ list: Uncounted<ObserverList>, _ state: UnsafeRawPointer) {
    list.with { $0.isTelling = true }
    let count = list.with { $0.places.count }
    var place = 0
    if list.with({ $0.hasFinders }) {
      place = list.with { unsafe $0.tellFound(state, count) }
    }
    while place < count {
      // The list retains the observers and none is released meanwhile. But one may be added, which moves
      // the places.
      list.with { unsafe $0.places.first[place] }?
        .with { unsafe $0.look(state) }
      place += 1
    }
    list.with { $0.isTelling = false }
    if list.with({ $0.isUntidy }) {
      list.with { $0.tidy() }
    }
  }

  /// Tells the observers in a range of places.
  private func tell(_ state: UnsafeRawPointer, _ place: inout Int, upTo end: Int) {
    while place < end {
      unsafe places.first[place]?.with { unsafe $0.look(state) }
      place += 1
    }
  }

  /// Tells those whom the finders find.
  ///
  /// - Returns: how many places were walked.
  @usableFromInline
  func tellFound(_ state: UnsafeRawPointer, _ count: Int) -> Int {
    var next = finders.first
    while let finder = next {
      next = finder.with {
        unsafe $0.find(state, self)
        return $0.next
      }
    }
    return unsafe due.isEmpty ? 0 : tellDue(state, count)
  }

  /// Tells the observers that are due, each at its turn among the others.
  ///
  /// - Returns: how many places were walked.
  private func tellDue(_ state: UnsafeRawPointer, _ count: Int) -> Int {
    var place = 0
    // The common case is one row.
    if due.count == 1 {
      unsafe tell(due.removeLast(), state, &place, count)
      return place
    }
    let due = due.sorted { Self.turn(of: $0) < Self.turn(of: $1) }
    self.due.removeAll(keepingCapacity: true)
    var last = -1
    for observer in due where Self.turn(of: observer) != last {
      last = Self.turn(of: observer)
      unsafe tell(observer, state, &place, count)
    }
    return place
  }

  /// Tells one observer that is due, after those in the places with an earlier turn.
  private func tell(
    _ observer: Uncounted<Observer>, _ state: UnsafeRawPointer, _ place: inout Int, _ count: Int
  ) {
    let turn = Self.turn(of: observer)
    var end = place
    while end < count, turns[end] < turn { end += 1 }
    unsafe tell(state, &place, upTo: end)
    observer.with { if !$0.isCancelled { unsafe $0.look(state) } }
  }

  private static func turn(of observer: Uncounted<Observer>) -> Int {
    observer.with { $0.turn }
  }
}

extension ObserverList {
  /// Adds an observer with the last turn.
  ///
  /// - Parameters:
  ///   - isRaw: it is to be told after each burst.
  ///   - group: those with whom it is told otherwise; nil where nobody finds it.
  @usableFromInline
  package func add(
    isRaw: Bool = false, in group: ObserverGroup? = nil,
    _ look: @escaping (UnsafeRawPointer) -> Void
  ) -> Observer {
    let observer = unsafe Observer(turn: nextTurn, isRaw: isRaw, in: group, look)
    nextTurn += 1
    _ = Uncounted.retained(observer)
    if observer.isRaw { changeRaw(by: 1) }
    settle(observer)
    return observer
  }

  /// Asks a finder after each burst from now on.
  package func add(_ finder: ObserverFinder) {
    finders.append(finder)
    hasFinders = true
  }

  /// What is known of a property or a collection of the state; made when it is first asked for, with who
  /// finds its observers.
  @usableFromInline
  func known<Kind: AnyObject>(
    by path: AnyKeyPath, _ make: () -> (Kind, ObserverFinder)
  ) -> Kind {
    let key = KnownPath(path: path, kind: ObjectIdentifier(Kind.self))
    if let known = knownByPath[key] { return unsafe unsafeDowncast(known, to: Kind.self) }
    let (made, finder) = make()
    knownByPath[key] = made
    add(finder)
    return made
  }

  /// Has all in a group told in the running notification. For finders.
  @usableFromInline
  package func makeDue(_ group: ObserverGroup) { group.append(to: &due) }

  package func cancel(_ observer: Observer) {
    guard !observer.isCancelled else { return }
    observer.isCancelled = true
    if observer.isRaw { changeRaw(by: -1) }
    unsettle(observer)
    let held = Uncounted(observer)
    // An observer that is being told, or may still be reached by the walk, is released after it.
    if isTelling { leave([held]) } else { held.release() }
  }

  /// Releases all observers.
  func drop() {
    var all = places.indices.compactMap { places[$0] }
    for group in finders.removeAll() { all += group.drop() }
    // The places stay, emptied, for a walk that is under way.
    for place in places.indices { places[place] = nil }
    if !isTelling {
      places.removeLast(places.count)
      turns = []
    }
    gaps = places.count
    hasFinders = false
    knownByPath = [:]
    for observer in all { observer.with { $0.isCancelled = true } }
    if isTelling { leave(all) } else { all.forEach { $0.release() } }
  }

  private func leave(_ observers: [Uncounted<Observer>]) {
    leaving += observers
    isUntidy = true
  }

  /// Puts one where it belongs: to its group, or to the place of its turn.
  private func settle(_ observer: Observer) {
    if !observer.isRaw, let group = observer.group { return group.enter(observer) }
    let place = place(of: observer.turn)
    places.insert(Uncounted(observer), at: place)
    turns.insert(observer.turn, at: place)
  }

  private func unsettle(_ observer: Observer) {
    if let group = observer.group, group.leave(observer) { return }
    let place = place(of: observer.turn)
    guard place < turns.count, turns[place] == observer.turn else { return }
    places[place] = nil
    gaps += 1
    if !isTelling { closeGaps() }
  }

  /// The first place with a turn not before this one.
  private func place(of turn: Int) -> Int {
    if let last = turns.last, last < turn { return turns.count }
    var low = 0
    var high = turns.count
    while low < high {
      let middle = (low + high) / 2
      if turns[middle] < turn { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Removes empty places once they are half of all, so that leaving is amortised.
  private func closeGaps() {
    guard gaps > 8, gaps * 2 > places.count else { return }
    var kept = 0
    for index in places.indices where places[index] != nil {
      places[kept] = places[index]
      turns[kept] = turns[index]
      kept += 1
    }
    places.removeLast(places.count - kept)
    turns.removeSubrange(kept...)
    gaps = 0
  }

  @usableFromInline
  func tidy() {
    isUntidy = false
    let moved = moving
    moving = []
    for observer in moved where !observer.isCancelled { move(observer) }
    closeGaps()
    let gone = leaving
    leaving = []
    for observer in gone { observer.release() }
  }
}

extension ObserverList {
  /// Switches an observer of a row between being told after each burst and being told by its watch.
  private func setRaw(_ observer: Observer, _ isRaw: Bool) {
    guard observer.isRaw != isRaw, !observer.isCancelled else { return }
    observer.isRaw = isRaw
    changeRaw(by: isRaw ? 1 : -1)
    guard observer.group != nil else { return }
    guard isTelling else { return move(observer) }
    moving.append(observer)
    isUntidy = true
  }

  private func move(_ observer: Observer) {
    unsettle(observer)
    settle(observer)
  }

  private func changeRaw(by difference: Int) {
    let wasRaw = rawCount > 0
    rawCount += difference
    if wasRaw != (rawCount > 0) { upward?.list.setRaw(upward!.link, rawCount > 0) }
  }
}

/// Finds what is known of a property or a collection: by its key path, and by the kind of what is known.
private struct KnownPath: Hashable {
  let path: AnyKeyPath
  let kind: ObjectIdentifier
}
