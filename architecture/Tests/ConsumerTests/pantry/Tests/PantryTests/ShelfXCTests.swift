import Clocks
import ComposableArchitecture
import CustomDump
import Pantry
import XCTest

final class ShelfXCTests: XCTestCase {
  @MainActor
  func testDaysPass() async {
    let clock = TestClock()
    let store = TestStore(initialState: Shelf.State()) {
      Shelf()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.task)
    await clock.advance(by: .seconds(2))
    await store.receive(\.dayPassed) { $0.days = 1 }
    await store.receive(\.dayPassed) { $0.days = 2 }
    await clock.advance(by: .seconds(1))
    await store.receive(\.dayPassed) { $0.days = 3 }
  }

  @MainActor
  func testNobodyThere() async {
    let store = TestStore(initialState: Shelf.State(jars: [Jar(id: 1, name: "Rice")])) {
      Shelf()
    } withDependencies: {
      $0.supplier.isOpen = { false }
      $0.supplier.deliver = { @Sendable _, _ in 250 }
    }

    await store.send(.orderTapped(id: 1)) {
      $0.alert = AlertState {
        TextState("Nobody there")
      } actions: {
        ButtonState(role: .cancel) { TextState("Later") }
        ButtonState(action: .askAgainTapped) { TextState("Ask again") }
      } message: {
        TextState("No Rice today.")
      }
    }
    await store.send(.alert(.presented(.askAgainTapped))) { $0.alert = nil }
    await store.receive(\.delivered) {
      $0.jars[id: 1]?.content = .grams(250)
      $0.$spent.withLock { $0 = 25 }
    }
    expectNoDifference(store.state.jars.weight, 250)
  }

  /// `check` runs this with the variable set, and expects a failure.
  @MainActor
  func testForgotten() async throws {
    try XCTSkipUnless(ProcessInfo.processInfo.environment["PANTRY_FORGETS"] != nil)
    let store = TestStore(initialState: Shelf.State()) { Shelf() }
    await store.send(.dayPassed)
  }
}
