import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("timers")
struct TimersTests {
  @Test("it ticks while it is on")
  func ticking() async {
    let clock = TestClock()
    let store = TestStore(initialState: Timers.State()) {
      Timers()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.toggleButtonTapped) { $0.isActive = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.ticked) { $0.seconds = 1 }
    await clock.advance(by: .seconds(3))
    await store.receive(\.ticked) { $0.seconds = 2 }
    await store.receive(\.ticked) { $0.seconds = 3 }
    await store.receive(\.ticked) { $0.seconds = 4 }
    await store.send(.toggleButtonTapped) { $0.isActive = false }
    await clock.advance(by: .seconds(10))
  }

  @Test("its screen's end is the timer's")
  func disappearing() async {
    let clock = TestClock()
    let store = TestStore(initialState: Timers.State()) {
      Timers()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = await store.send(.toggleButtonTapped) { $0.isActive = true }
    await store.send(.onDisappear)
    await task.finish()
  }
}
