import Foundation
import KumikiTesting
import Testing

// Tests that fail. FrameworkTests runs them in a separate process; everywhere else they are skipped.

var failingTestsAreWanted: Bool {
  ProcessInfo.processInfo.environment["KUMIKI_FAILING_TESTS"] != nil
}

/// A form whose fields no reducer writes.
struct Unbound: Reducer {
  struct State: Equatable { var name = "" }
  enum Action: BindableAction { case binding(BindingAction<State>) }

  func reduce(into _: inout State, action _: Action) -> Effect<Action> { .none }
}

@MainActor @Suite(.enabled(if: failingTestsAreWanted)) struct FailingTests {
  @Test func counting() async {
    let store = counterStore()
    await store.send(.inc) { $0.count = 3 }
  }

  @Test func notes() async {
    let store = counterStore()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.inc)
  }

  @Test func plainStore() {
    let store = Store(initialState: Unbound.State()) { Unbound() }
    store.binding(\.name).value = "Ann"
  }
}
