import Kumiki
import KumikiTesting
import Testing

// The tests of architecture/docs/testing.md. scripts/check-excerpts checks that the page shows them unchanged.

@MainActor @Suite struct StopwatchTests {
  @Test func countsSeconds() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }

    await store.send(.startTapped) { $0.isRunning = true }
    await store.advance(by: .seconds(2))
    await store.receive(.ticked) { $0.seconds = 1 }
    await store.receive(.ticked) { $0.seconds = 2 }
    await store.send(.stopTapped) { $0.isRunning = false }
  }

  @Test func keepsLaps() async {
    let store = TestStore(initialState: Stopwatch.State(seconds: 7)) {
      Stopwatch()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.lapTapped) {
      $0.laps = [Stopwatch.Lap(id: DependencyValues.current.uuid(), seconds: 7)]
    }
  }

  @Test func matchers() async {
    let store = TestStore(initialState: Stopwatch.State(seconds: 7)) { Stopwatch() }

    await store.send(.saveTapped)
    await store.receive(.saved(7)) { $0.saved = 7 }

    await store.send(.saveTapped)
    await store.receive { $0 != .ticked }

    await store.send(.saveTapped)
    await store.receive(\.saved)

    await store.send(.saveTapped)
    await store.receive(\.saved, 7)
  }

  @Test func tasks() async {
    let store = TestStore(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }

    let timer = await store.send(.startTapped) { $0.isRunning = true }
    let saving = await store.send(.saveTapped)
    await store.receive(.saved(0)) { $0.saved = 0 }
    await saving.finish()
    await timer.cancel()
  }

  @Test func midway() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }

    store.dependencies.uuid = .constant(UniqueID(high: 0, low: 42))
    await store.send(.lapTapped) {
      $0.laps = [Stopwatch.Lap(id: UniqueID(high: 0, low: 42), seconds: 0)]
    }
  }

  @Test func clock() async {
    let clock = TestClock()
    let store = TestStore(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }

    let timer = await store.send(.startTapped) { $0.isRunning = true }
    await clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.seconds = 1 }
    await timer.cancel()
  }

  @Test func aMinute() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
    store.exhaustivity = .off

    await store.send(.startTapped)
    await store.advance(by: .seconds(60))
    await store.skipReceivedActions()
    await store.send(.stopTapped) {
      $0.seconds = 60
      $0.isRunning = false
    }
  }

  @Test func aBlock() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }

    await store.withExhaustivity(.off) {
      await store.send(.startTapped)
      await store.advance(by: .seconds(60))
      await store.skipReceivedActions()
    }
    await store.send(.stopTapped) { $0.isRunning = false }
  }
}
