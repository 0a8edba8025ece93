import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("a value in memory that two features share")
struct SharedCountersTests {
  @Test("both tabs see one value")
  func sharing() async {
    let store = TestStore(initialState: SharedCounters.State()) {
      SharedCounters()
    }
    await store.send(.counter(.incrementButtonTapped)) {
      $0.counter.$stats.withLock { $0.add(1) }
    }
    #expect(store.state.profile.stats.count == 1)
    await store.send(.counter(.decrementButtonTapped)) {
      $0.profile.$stats.withLock { $0.add(-1) }
    }
    await store.send(.tabSelected(.profile)) { $0.tab = .profile }
    await store.send(.profile(.resetButtonTapped)) {
      $0.profile.$stats.withLock { $0 = Stats() }
    }
    #expect(store.state.counter.stats.changes == 0)
  }

  @Test("an alert about it")
  func alert() async {
    let store = TestStore(initialState: CounterTab.State()) {
      CounterTab()
    }
    await store.send(.isEvenButtonTapped) {
      $0.alert = AlertState { TextState("0 is even") }
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }
}
