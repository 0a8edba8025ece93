import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("cancellation")
struct CancellationTests {
  @Test("a fact arrives when nobody calls it off")
  func response() async {
    let store = TestStore(initialState: Cancellation.State()) {
      Cancellation()
    } withDependencies: {
      $0.factClient.fetch = { "\($0)!" }
    }
    await store.send(.stepperChanged(3)) { $0.number = 3 }
    await store.send(.factButtonTapped) { $0.isInFlight = true }
    await store.receive(\.factResponse.success, "3!") {
      $0.isInFlight = false
      $0.current = "3!"
    }
  }

  @Test("the button calls the request off")
  func cancelled() async {
    let store = TestStore(initialState: Cancellation.State()) {
      Cancellation()
    } withDependencies: {
      $0.factClient.fetch = { _ in try await Task.never() }
    }
    await store.send(.factButtonTapped) { $0.isInFlight = true }
    await store.send(.cancelButtonTapped) { $0.isInFlight = false }
  }

  @Test("another number calls the request off")
  func stepper() async {
    let store = TestStore(initialState: Cancellation.State()) {
      Cancellation()
    } withDependencies: {
      $0.factClient.fetch = { _ in try await Task.never() }
    }
    await store.send(.factButtonTapped) { $0.isInFlight = true }
    await store.send(.factButtonTapped)
    await store.send(.stepperChanged(8)) {
      $0.number = 8
      $0.isInFlight = false
    }
  }
}
