import Kumiki
import Testing

/// Timeouts and retries of tasks.
@Suite struct RetryTests {
  private struct Busy: Error {}
  private struct Gone: Error {}

  @Test func `B402: a task that throws runs again, with the policy's waits`() throws {
    let tries = Record<Int>()
    let fixture = try scripted { word in
      guard word == "go" else { return .none }
      return Effect.run { _ in
        tries(tries.entries.count)
        throw Busy()
      }
      .retry(2, RetryPolicy(wait: .seconds(1), factor: 3)) { $0 is Busy }
      .catch { _ in "failed" }
    }
    fixture.send("go")
    try fixture.settle()
    #expect(tries.entries == [0])
    try fixture.advance(seconds: 1)
    try fixture.advance(seconds: 2)
    #expect(tries.entries == [0, 1])
    try fixture.advance(seconds: 1)
    #expect(tries.entries == [0, 1, 2])
    #expect(fixture.actions == ["go", "failed"])
    #expect(fixture.store.effectCount == 0)
  }

  @Test func `B404: an error that the closure refuses is not tried again`() throws {
    let fixture = try scripted { word in
      guard word == "go" else { return .none }
      return Effect.run { _ in throw Gone() }
        .retry(2) { $0 is Busy }
        .catch { _ in "failed" }
    }
    fixture.send("go")
    try fixture.settle()
    #expect(fixture.actions == ["go", "failed"])
  }

  @Test func `B400: a timeout cancels a task`() throws {
    let fixture = try scripted { word in
      guard word == "go" else { return .none }
      return Effect.run { send in
        try await Task.sleep(for: .seconds(3600))
        await send("never")
      }
      .timeout(after: .seconds(1), "late")
    }
    fixture.send("go")
    try fixture.advance(seconds: 1)
    #expect(fixture.actions == ["go", "late"])
    #expect(fixture.store.effectCount == 0)
  }
}
