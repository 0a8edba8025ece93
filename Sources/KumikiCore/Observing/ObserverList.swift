internal import DequeModule

/// The observers of one store, in the order of their addition.
///
/// Observers of the same place are kept separately, in the place's group, and notified only when a finder reports that
/// the place was touched.
@usableFromInline
package final class ObserverList {
  /// In a box, because every notification reads it: a class property would be checked for exclusivity.
  @usableFromInline let places = ManualBox.make(ObserverPlaces())
  private var nextTurn = 0
  /// The groups of each observed property or collection, by key path.
  private var known: [AnyKeyPath: [AnyObject]] = [:]
  /// During a notification of a scoped store's observers, its part; nil if the part is absent.
  private(set) var found: LentValue?
  /// Observers that left during a notification. They are released after it.
  private var leaving: [Uncounted<Observer>] = []
  private var moving: [Observer] = []
  private var rawCount = 0
  /// The functions that run one after another. The first is running.
  private var turns: Deque<() -> Void> = []
  /// The derived values that have observers.
  var derived: [ObjectIdentifier: DerivedGroup] = [:]
  /// KumikiArchitecture's record of the properties that were read, and of their readers. That module adds its own
  /// observer to the list.
  package var readers: AnyObject?
  /// In a scoped store's list, the scoped store's observer in its parent's list.
  private let upward: (list: ObserverList, observer: Observer)?

  package init(upward: (list: ObserverList, observer: Observer)? = nil) { self.upward = upward }

  deinit {
    drop()
    places.free()
  }

  /// Notifies the observers of a scoped store.
  ///
  /// - Parameter isPresent: false if the part is absent and `state` is a placeholder.
  @usableFromInline
  func notify(_ state: LentValue, isPresent: Bool) {
    found = isPresent ? state : nil
    notify(state)
    found = nil
  }

  package var isNotifying: Bool { places.pointee.isNotifying }

  /// Notifies the observers that were in the list when the notification started.
  @inlinable @inline(__always)
  package func notify(_ state: LentValue) {
    places.pointee.isNotifying = true
    let count = places.pointee.observers.count
    notify(state, from: places.pointee.finders.isEmpty ? 0 : notifyFound(state, count), upTo: count)
    places.pointee.isNotifying = false
    if places.pointee.isUntidy { tidy() }
  }

  /// Runs `body` now, or after the functions that are already queued.
  func inTurn(_ body: @escaping () -> Void) {
    turns.append(body)
    if turns.count > 1 { return }
    while let first = turns.first {
      first()
      turns.removeFirst()
    }
  }

  /// Runs `body`, which calls some of the observers, as a part of a notification.
  func notifying(_ body: () -> Void) {
    places.pointee.isNotifying = true
    body()
    places.pointee.isNotifying = false
    if places.pointee.isUntidy { tidy() }
  }

  /// Notifies the observers at a range of indices.
  ///
  /// The list retains the observers, and releases none during a notification. An observer may be added during a
  /// notification, which may reallocate the array, so the array is accessed by index.
  @inlinable @inline(__always)
  func notify(_ state: LentValue, from start: Int, upTo end: Int) {
    var place = start
    while place < end {
      places.pointee.observers[place]?.with { $0.check(state) }
      place += 1
    }
  }

  /// Runs the finders and notifies the observers that they find.
  ///
  /// - Returns: the number of indices that were visited.
  @usableFromInline
  func notifyFound(_ state: LentValue, _ count: Int) -> Int {
    for index in places.pointee.finders.indices {
      places.pointee.finders[index].with { $0.find(state, self) }
    }
    return places.pointee.due.isEmpty ? 0 : notifyDue(state, count)
  }

  /// Notifies the due observers in their order among the others.
  ///
  /// - Returns: the number of indices that were visited.
  private func notifyDue(_ state: LentValue, _ count: Int) -> Int {
    var place = 0
    // The usual case is one row.
    if places.pointee.due.count == 1, Self.turn(of: places.pointee.due[0]) >= 0 {
      notify(places.pointee.due.removeLast(), state, &place, count)
      return place
    }
    var due = places.pointee.due.sorted { Self.turn(of: $0) < Self.turn(of: $1) }
    places.pointee.due.removeAll(keepingCapacity: true)
    if Self.turn(of: due[0]) < 0 { due = DerivedGroup.observers(behind: due) }
    var last = -1
    for observer in due where Self.turn(of: observer) != last {
      last = Self.turn(of: observer)
      notify(observer, state, &place, count)
    }
    return place
  }

  /// Notifies one due observer, after the observers at indices with a lower turn.
  private func notify(
    _ observer: Uncounted<Observer>, _ state: LentValue, _ place: inout Int, _ count: Int
  ) {
    let turn = Self.turn(of: observer)
    var end = place
    while end < count, places.pointee.turns[end] < turn { end += 1 }
    notify(state, from: place, upTo: end)
    place = end
    observer.with { if !$0.isCancelled { $0.check(state) } }
  }

  static func turn(of observer: Uncounted<Observer>) -> Int {
    observer.with { $0.turn }
  }
}

extension ObserverList {
  /// Adds an observer, which is notified after all others.
  ///
  /// - Parameters:
  ///   - isRaw: whether to notify the observer after every burst.
  ///   - group: the group that notifies the observer otherwise; nil if no finder finds it.
  @usableFromInline
  package func add(
    isRaw: Bool = false, in group: ObserverGroup? = nil,
    _ check: @escaping (LentValue) -> Void
  ) -> Observer {
    let observer = Observer(turn: nextTurn, isRaw: isRaw, in: group, check)
    nextTurn += 1
    _ = Uncounted.retained(observer)
    if observer.isRaw { changeRaw(by: 1) }
    settle(observer)
    return observer
  }

  /// Adds a stand-in for the observers of a derived value to the observers of a place.
  func addStandIn(for derived: DerivedGroup, in group: ObserverGroup) -> Observer {
    let observer = Observer(turn: -1, isRaw: false, in: group, for: derived) { _ in }
    _ = Uncounted.retained(observer)
    group.enter(observer)
    return observer
  }

  /// Adds a finder, which runs after every burst.
  package func add(_ finder: ObserverFinder) { places.pointee.finders.append(.retained(finder)) }

  /// Returns the groups of a property or collection of the state. The first call creates the groups and their finder.
  @usableFromInline
  func known<Kind: AnyObject>(
    by path: AnyKeyPath, _ make: () -> (Kind, ObserverFinder)
  ) -> Kind {
    if let known = known[path]?.firstResult({ $0 as? Kind }) { return known }
    let (made, finder) = make()
    known[path, default: []].append(made)
    add(finder)
    return made
  }

  /// Marks a group's members as due in the running notification. Finders call this.
  @usableFromInline
  package func makeDue(_ group: ObserverGroup) { group.append(to: &places.pointee.due) }

  package func cancel(_ observer: Observer) {
    guard !observer.isCancelled else { return }
    observer.isCancelled = true
    if observer.isRaw { changeRaw(by: -1) }
    unsettle(observer)
    let held = Uncounted(observer)
    // During a notification the observer may be running or still be due, so it is released afterwards.
    if isNotifying { leave([held]) } else { held.release() }
  }

  /// Releases all observers.
  func drop() {
    var all = places.pointee.removeAll(keepsPlaces: isNotifying)
    // Marked group by group, because a group that becomes empty may cancel observers of other groups.
    let take = { (group: ObserverGroup) in
      let gone = group.drop()
      for observer in gone { observer.with { $0.isCancelled = true } }
      all += gone
    }
    for observer in all { observer.with { $0.isCancelled = true } }
    for group in derived.values { take(group) }
    for finder in places.pointee.finders {
      for group in finder.with({ $0.groups() }) { take(group) }
      finder.release()
    }
    places.pointee.finders = []
    known = [:]
    readers = nil
    // In the order of addition, which is the same in every process.
    all = all.ordered { Self.turn(of: $0) < Self.turn(of: $1) }
    if isNotifying { leave(all) } else { all.forEach { $0.release() } }
  }

  private func leave(_ observers: [Uncounted<Observer>]) {
    leaving += observers
    places.pointee.isUntidy = true
  }

  /// Adds an observer to its group, or to the array at the position of its turn.
  private func settle(_ observer: Observer) {
    if !observer.isRaw, let group = observer.group { return group.enter(observer) }
    places.pointee.insert(observer)
  }

  private func unsettle(_ observer: Observer) {
    if let group = observer.group, group.leave(observer) { return }
    places.pointee.remove(observer)
    if !isNotifying { places.pointee.closeGaps() }
  }

  @usableFromInline
  func tidy() {
    places.pointee.isUntidy = false
    let moved = moving
    moving = []
    for observer in moved where !observer.isCancelled { move(observer) }
    places.pointee.closeGaps()
    let gone = leaving
    leaving = []
    for observer in gone { observer.release() }
  }
}

extension ObserverList {
  /// Switches a row's observer between two modes: notified after every burst, or only with its group.
  func setRaw(_ observer: Observer, _ isRaw: Bool) {
    guard observer.isRaw != isRaw, !observer.isCancelled else { return }
    observer.isRaw = isRaw
    changeRaw(by: isRaw ? 1 : -1)
    guard observer.group != nil else { return }
    guard isNotifying else { return move(observer) }
    moving.append(observer)
    places.pointee.isUntidy = true
  }

  private func move(_ observer: Observer) {
    unsettle(observer)
    settle(observer)
  }

  private func changeRaw(by difference: Int) {
    let wasRaw = rawCount > 0
    rawCount += difference
    if wasRaw != (rawCount > 0) { upward?.list.setRaw(upward!.observer, rawCount > 0) }
  }
}
