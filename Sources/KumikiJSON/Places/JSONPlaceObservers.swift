internal import KumikiValues

/// The observers of a place, and the number of values that are derived from it.
struct JSONPlaceObservers {
  /// Made for the first observer.
  private(set) var group: ObserverGroup? { didSet { here = group.map { Uncounted($0) } } }
  /// The same as `group`, without reference counting. For code that runs on every write.
  private(set) var here: Uncounted<ObserverGroup>?
  /// The number of derived values that were computed from the place.
  var readers = 0

  /// Returns the group of the observers, made if needed.
  mutating func make() -> ObserverGroup {
    if let group { return group }
    let made = ObserverGroup()
    group = made
    return made
  }
}
