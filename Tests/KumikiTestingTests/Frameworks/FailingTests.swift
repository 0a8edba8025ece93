import Foundation
import KumikiTesting
import Testing

// Tests that fail. FrameworkTests runs them in a process of their own; anywhere else they are skipped.

var failingTestsAreWanted: Bool {
  ProcessInfo.processInfo.environment["KUMIKI_FAILING_TESTS"] != nil
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
}
