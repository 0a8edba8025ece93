import KumikiTesting
import Testing

// The failing test of architecture/docs/testing.md. Run by ManualTests, skipped everywhere else.

@MainActor @Suite(.enabled(if: failingTestsAreWanted)) struct FailingStopwatchTests {
  @Test func countsSeconds() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }

    await store.send(.startTapped) { $0.isRunning = true }
    await store.advance(by: .seconds(2))
    await store.receive(.ticked) { $0.seconds = 2 }
  }
}
