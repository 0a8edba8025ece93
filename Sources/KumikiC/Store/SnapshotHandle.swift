internal import KumikiJSON

/// A snapshot as held by C.
final class SnapshotHandle: HandleObject, @unchecked Sendable {
  override class var kind: StaticString? { "kmk_snapshot" }
  // Immutable.
  let snapshot: JSONSnapshot

  init(_ snapshot: JSONSnapshot) { self.snapshot = snapshot }

  /// The snapshot; throws if it was taken without its state.
  var whole: JSONSnapshot {
    get throws {
      guard snapshot.hasState else {
        throw Failure.invalid("the snapshot has no state: it was taken without")
      }
      return snapshot
    }
  }
}
