import Kumiki
import Testing

/// Expects that what `body` makes is gone when it has returned.
///
/// The count is the process's, so this belongs into the body of an exit test, which has a process to
/// itself: `await #expect(processExitsWith: .success) { try expectNoLeak { … } }`.
func expectNoLeak(
  _ sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) rethrows {
  let before = LiveObjects.count
  try body()
  #expect(LiveObjects.count == before, "objects left", sourceLocation: sourceLocation)
}
