import Kumiki
import Testing

/// Expects that what `body` makes is gone when it has returned.
///
/// The count is the process's, so this belongs into the body of an exit test, which has a process to
/// itself: `await #expect(processExitsWith: .success) { try expectNoLeak { … } }`.
func expectNoLeak(
  _ sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) rethrows {
  let left = try objectsLeft(by: body)
  #expect(left == 0, "objects left", sourceLocation: sourceLocation)
}

/// How many more objects of the engine there are when `body` has returned.
func objectsLeft(by body: () throws -> Void) rethrows -> Int {
  let before = LiveObjects.count
  try body()
  return LiveObjects.count - before
}
