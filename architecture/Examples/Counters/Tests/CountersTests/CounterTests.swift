@testable import Counters
import Kumiki
import KumikiTesting
import Testing

@MainActor @Suite struct CounterTests {
  @Test("The count goes up and down")
  func counts() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.decrementButtonTapped) { $0.count = 0 }
  }

  @Test("The timer counts to three")
  func timer() async {
    let clock = TestClock()
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = await store.send(.timerButtonTapped) { $0.secondsLeft = 3 }
    for count in 1...3 {
      await clock.advance(by: .seconds(1))
      await store.receive(.timerTicked) {
        $0.count = count
        $0.secondsLeft = count < 3 ? 3 - count : nil
      }
    }
    await task.finish()
  }

  @Test("A second tap stops the timer")
  func stopped() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.timerButtonTapped) { $0.secondsLeft = 3 }
    await store.send(.timerButtonTapped) { $0.secondsLeft = nil }
    await store.advance(by: .seconds(10))
  }

  @Test("A note is kept when it is done, and its sheet goes")
  func note() async {
    let store = TestStore(initialState: Counter.State(count: 4)) { Counter() }
    await store.send(.noteButtonTapped) { $0.note = Note.State(text: "at 4") }
    await store.send(.note(.presented(.textChanged("four")))) { $0.note?.text = "four" }
    await store.send(.note(.presented(.doneButtonTapped))) { $0.notes = ["four"] }
    await store.receive(.note(.dismiss)) { $0.note = nil }
  }

  @Test("A store of the main actor does the same in real time")
  func live() async {
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.timerButtonTapped).finish()
    #expect(store.state == Counter.State(count: 3))
    store.send(.noteButtonTapped)
    await store.send(.note(.presented(.doneButtonTapped))).finish()
    #expect(store.state.notes == ["at 3"] && store.state.note == nil)
  }
}
