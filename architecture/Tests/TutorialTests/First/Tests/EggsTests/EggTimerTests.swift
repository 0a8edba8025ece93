import KumikiArchitecture
import KumikiTesting
import Testing

@testable import Eggs

@MainActor
struct EggTimerTests {
  @Test func stopsByItself() async {
    let clock = TestClock()
    let store = TestStore(initialState: EggTimer.State(secondsLeft: 2)) {
      EggTimer()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.secondPassed) { $0.secondsLeft = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.secondPassed) {
      $0.secondsLeft = 0
      $0.isRunning = false
    }
  }
}
