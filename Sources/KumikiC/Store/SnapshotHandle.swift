internal import KumikiJSON

/// A snapshot as held by C.
final class SnapshotHandle: HandleObject, @unchecked Sendable {
  override class var kind: StaticString? { "kmk_snapshot" }
  // Immutable.
  let snapshot: JSONSnapshot

  init(_ snapshot: JSONSnapshot) { self.snapshot = snapshot }

  /// Returns this handle; throws if its snapshot was taken without the state.
  func requiringState() throws -> SnapshotHandle {
    if snapshot.hasState { return self }
    throw Failure.invalid("the snapshot has no state: it was taken without")
  }
}
