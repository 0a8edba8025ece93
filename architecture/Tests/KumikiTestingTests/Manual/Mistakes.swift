import Kumiki
import KumikiTesting

// The ten mistakes of architecture/docs/testing.md. Each test here is wrong.

@MainActor
private func stopwatch() -> TestStoreOf<Stopwatch> {
  TestStore(initialState: Stopwatch.State()) { Stopwatch() }
}

@MainActor let mistakes: [(title: String, test: @MainActor () async -> Void)] = [
  (
    "A wrong expectation",
    {
      let store = stopwatch()
      await store.send(.saveTapped)
      await store.receive(.saved(0)) { $0.saved = 1 }
    }
  ),
  (
    "A change that the test does not mention",
    {
      let store = stopwatch()
      await store.send(.ticked)
    }
  ),
  (
    "A change that does not happen",
    {
      let store = stopwatch()
      await store.send(.stopTapped) { $0.isRunning = false }
    }
  ),
  (
    "Another action than expected",
    {
      let store = stopwatch()
      await store.send(.saveTapped)
      await store.receive(.saved(3))
    }
  ),
  (
    "An action that nothing will send",
    {
      let store = stopwatch()
      await store.receive(.ticked)
    }
  ),
  (
    "An action that is received before the clock was moved",
    {
      let store = stopwatch()
      await store.send(.startTapped) { $0.isRunning = true }
      await store.receive(.ticked, timeout: .zero)
      await store.send(.stopTapped) { $0.isRunning = false }
    }
  ),
  (
    "A send while an action waits to be received",
    {
      let store = stopwatch()
      await store.send(.saveTapped)
      await store.send(.stopTapped)
    }
  ),
  (
    "An action that nobody received",
    {
      let store = stopwatch()
      await store.send(.saveTapped)
    }
  ),
  (
    "An effect that is left running",
    {
      let store = stopwatch()
      await store.send(.startTapped) { $0.isRunning = true }
    }
  ),
  (
    "A dependency that nobody set",
    {
      let store = stopwatch()
      await store.send(.lapTapped) {
        $0.laps = [Stopwatch.Lap(id: UniqueID(high: 0, low: 0), seconds: 0)]
      }
    }
  ),
]
