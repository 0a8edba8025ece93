import Foundation
import KumikiTesting
import Testing
import XCTest

// Tests that fail. FrameworkTests runs them in a process of their own; anywhere else they are skipped.

private var areWanted: Bool { ProcessInfo.processInfo.environment["KUMIKI_FAILING_TESTS"] != nil }

@MainActor @Suite(.enabled(if: areWanted)) struct FailingTests {
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

@MainActor @Suite(.enabled(if: areWanted)) struct FailingManualTests {
  @Test func countsSeconds() async {
    let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }

    await store.send(.startTapped) { $0.isRunning = true }
    await store.advance(by: .seconds(2))
    await store.receive(.ticked) { $0.seconds = 2 }
  }
}

final class FailingXCTests: XCTestCase {
  override func setUpWithError() throws { try XCTSkipUnless(areWanted) }

  @MainActor func testCounting() async {
    let store = counterStore()
    await store.send(.inc) { $0.count = 3 }
  }

  @MainActor func testNotes() async {
    let store = counterStore()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.inc)
  }
}
