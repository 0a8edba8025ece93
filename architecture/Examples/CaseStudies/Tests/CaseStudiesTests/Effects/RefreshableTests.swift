import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("a list that is fetched again")
struct RefreshableTests {
  @Test("the fact of the number")
  func refreshing() async {
    let store = TestStore(initialState: Refreshable.State()) {
      Refreshable()
    } withDependencies: {
      $0.continuousClock = .immediate
      $0.factClient.fetch = { "\($0) is fine." }
    }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.refresh)
    await store.receive(\.factResponse.success) { $0.fact = "1 is fine." }
  }

  @Test("a failure leaves none")
  func failure() async {
    struct Broken: Error {}
    let store = TestStore(initialState: Refreshable.State(fact: "Old")) {
      Refreshable()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.factClient.fetch = { _ in throw Broken() }
    }
    await store.send(.refresh) { $0.fact = nil }
    await store.receive(\.factResponse.failure)
  }

  @Test("it can be called off")
  func cancelled() async {
    let store = TestStore(initialState: Refreshable.State()) {
      Refreshable()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    await store.send(.refresh)
    await store.send(.cancelButtonTapped)
  }
}
