import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("effects that answer")
struct FactsTests {
  @Test("a fact arrives")
  func fact() async {
    let store = TestStore(initialState: Facts.State()) {
      Facts()
    } withDependencies: {
      $0.factClient.fetch = { "\($0) is a number." }
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await store.receive(\.factResponse.success) {
      $0.isLoading = false
      $0.fact = "1 is a number."
    }
  }

  @Test("a request that fails")
  func failure() async {
    struct Offline: Error, Equatable {}
    let store = TestStore(initialState: Facts.State()) {
      Facts()
    } withDependencies: {
      $0.factClient.fetch = { _ in throw Offline() }
    }
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await store.receive(\.factResponse.failure) { $0.isLoading = false }
  }

  @Test("below zero it counts up again after a second")
  func delay() async {
    let clock = TestClock()
    let store = TestStore(initialState: Facts.State()) {
      Facts()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.decrementButtonTapped) { $0.count = -1 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.decrementDelayResponse) { $0.count = 0 }
  }

  @Test("one who counts up first has called the delay off")
  func delayCancelled() async {
    let store = TestStore(initialState: Facts.State()) {
      Facts()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    await store.send(.decrementButtonTapped) { $0.count = -1 }
    await store.send(.incrementButtonTapped) { $0.count = 0 }
  }
}
