import KumikiTesting
import XCTest

// Like FailingTests, for XCTest.

final class FailingXCTests: XCTestCase {
  override func setUpWithError() throws { try XCTSkipUnless(failingTestsAreWanted) }

  @MainActor func testCounting() async {
    let store = counterStore()
    await store.send(.inc) { $0.count = 3 }
  }

  @MainActor func testNotes() async {
    let store = counterStore()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.inc)
  }

  @MainActor func testPlainStore() async {
    let store = Store(initialState: Unbound.State()) { Unbound() }
    store.binding(\.name).value = "Ann"
  }

  func testUnsetDependency() {
    @Dependency(\.uuid) var uuid
    _ = uuid()
  }

  func testSetDependency() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      @Dependency(\.uuid) var uuid
      XCTAssertEqual(uuid(), UniqueID(0))
    }
  }
}
