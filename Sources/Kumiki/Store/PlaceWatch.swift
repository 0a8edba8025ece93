/// Tells those who show one place of the state, or rows of one collection, and nobody for whom all is as
/// it was.
@usableFromInline
class PlaceWatch {
  /// Adds to a list's `due` those for whom something may be different now. Made where the
  /// types are known.
  private final let findDue: (PlaceWatch, UnsafeRawPointer, ObserverList) -> Void

  init(_ findDue: @escaping (PlaceWatch, UnsafeRawPointer, ObserverList) -> Void) {
    self.findDue = findDue
  }

  final func find(_ state: UnsafeRawPointer, _ list: ObserverList) { findDue(self, state, list) }

  func enter(_: Observer) {}
  /// - Returns: false where it was not here.
  func leave(_: Observer) -> Bool { false }
  /// All of them, whom it forgets.
  func drop() -> [Unmanaged<Observer>] { [] }
}

/// Finds a watch among those of a list: by the key path that it is for, and its class.
struct WatchIdentity: Hashable {
  let path: AnyKeyPath
  let watch: ObjectIdentifier
}
