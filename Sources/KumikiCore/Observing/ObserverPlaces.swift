/// The data that a notification reads: the observers by turn, which may be added and removed during it, the finders,
/// and the due observers. The references are not counted.
@usableFromInline
struct ObserverPlaces {
  /// Sorted by turn; nil at the index of a removed observer.
  @usableFromInline private(set) var observers: [Uncounted<Observer>?] = []
  /// The turn at each index of `observers`, for a binary search.
  private(set) var turns: [Int] = []
  private var gaps = 0
  /// The finders that run after every burst. The list retains them.
  @usableFromInline var finders: [Uncounted<ObserverFinder>] = []
  /// The observers that the finders found in this notification.
  var due: [Uncounted<Observer>] = []
  @usableFromInline var isNotifying = false
  /// Whether observers must be moved or released after the notification.
  @usableFromInline var isUntidy = false

  mutating func insert(_ observer: Observer) {
    let place = place(of: observer.turn)
    observers.insert(Uncounted(observer), at: place)
    turns.insert(observer.turn, at: place)
  }

  /// Leaves a gap at the index of an observer, if the observer is here.
  mutating func remove(_ observer: Observer) {
    let place = place(of: observer.turn)
    guard place < turns.count, turns[place] == observer.turn else { return }
    observers[place] = nil
    gaps += 1
  }

  /// Removes all observers and returns them.
  ///
  /// - Parameter keepsPlaces: whether to leave gaps, for a notification in progress.
  mutating func removeAll(keepsPlaces: Bool) -> [Uncounted<Observer>] {
    let all = observers.compactMap(\.self)
    if !keepsPlaces { turns = [] }
    observers = Array(repeating: nil, count: turns.count)
    gaps = turns.count
    return all
  }

  /// Returns the first index whose turn is at least `turn`.
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

  /// Removes the gaps when they make up more than half of the array, so that the cost of removal is amortised.
  mutating func closeGaps() {
    guard gaps > 8, gaps * 2 > turns.count else { return }
    turns = turns.indices.filter { observers[$0] != nil }.map { turns[$0] }
    observers.removeAll { $0 == nil }
    gaps = 0
  }
}
