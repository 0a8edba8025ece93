/// What a notification walks over: observers in the order of their turns, some of whom may come and go
/// meanwhile, and who else is to be told. None of the references is counted.
@usableFromInline
struct ObserverPlaces {
  /// Nil where an observer has left.
  @usableFromInline private(set) var observers: [Uncounted<Observer>?] = []
  /// The turns of all places; an observer is found by binary search in them.
  private(set) var turns: [Int] = []
  private var gaps = 0
  /// Asked after each burst; held by the list.
  @usableFromInline var finders: [Uncounted<ObserverFinder>] = []
  /// Those whom the finders found to be told this time.
  var due: [Uncounted<Observer>] = []
  @usableFromInline var isTelling = false
  /// Whether observers are waiting to be moved or released after the notification.
  @usableFromInline var isUntidy = false

  mutating func insert(_ observer: Observer) {
    let place = place(of: observer.turn)
    observers.insert(Uncounted(observer), at: place)
    turns.insert(observer.turn, at: place)
  }

  /// Empties the place of an observer, if it has one.
  mutating func remove(_ observer: Observer) {
    let place = place(of: observer.turn)
    guard place < turns.count, turns[place] == observer.turn else { return }
    observers[place] = nil
    gaps += 1
  }

  /// Takes everybody out.
  ///
  /// - Parameter keepsPlaces: empty places stay, for a walk that is under way.
  mutating func removeAll(keepsPlaces: Bool) -> [Uncounted<Observer>] {
    let all = observers.compactMap(\.self)
    if !keepsPlaces { turns = [] }
    observers = Array(repeating: nil, count: turns.count)
    gaps = turns.count
    return all
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
  mutating func closeGaps() {
    guard gaps > 8, gaps * 2 > turns.count else { return }
    turns = turns.indices.filter { observers[$0] != nil }.map { turns[$0] }
    observers.removeAll { $0 == nil }
    gaps = 0
  }
}
