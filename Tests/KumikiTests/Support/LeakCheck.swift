import Kumiki
import Testing

/// Expects that all objects that `body` makes are gone when it has returned.
///
/// The count belongs to the process, so this must be in the body of an exit test, which has its own
/// process: `await #expect(processExitsWith: .success) { try expectNoLeak { … } }`.
func expectNoLeak(
  _ sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) rethrows {
  let left = try objectsLeft(by: body)
  #expect(left == 0, "objects left", sourceLocation: sourceLocation)
}

/// The number of additional objects of the engine when `body` has returned.
func objectsLeft(by body: () throws -> Void) rethrows -> Int {
  let before = LiveObjects.count
  try body()
  return LiveObjects.count - before
}
