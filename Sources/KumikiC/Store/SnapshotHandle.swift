internal import KumikiJSON

/// A snapshot, as held by C.
final class SnapshotHandle: HandleObject, @unchecked Sendable {
  // Immutable.
  let snapshot: JSONSnapshot

  init(_ snapshot: JSONSnapshot) { self.snapshot = snapshot }
}
