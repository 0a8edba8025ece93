import Combine
import ComposableArchitecture
import ConcurrencyExtras
import DependenciesTestSupport
import Foundation
import Testing

@testable import Pantry

@MainActor
@Suite(.dependency(\.continuousClock, ImmediateClock()))
struct ShelfTests {
  @Test(
    "X80: Files that import upstream's names compile: clients, shared values, traits",
    .dependencies { $0.supplier = SupplierClient(deliver: { _, grams in grams }, isOpen: { true }) }
  )
  func delivers() async {
    let store = TestStore(initialState: Shelf.State(jars: [Jar(id: 7, name: "Salt")])) { Shelf() }

    await store.send(.orderTapped(id: 7))
    await store.receive(\.delivered) {
      $0.jars[id: 7]?.content = .grams(500)
      $0.$spent.withLock { $0 = 50 }
    }
    #expect(store.state.jars.weight == 500)
  }

  @Test("X80: A client's function that is set in the test store is the one that is called")
  func asksOnce() async {
    struct Away: Error {}
    let asked = LockIsolated<[String]>([])
    let store = TestStore(initialState: Shelf.State(jars: [Jar(id: 7, name: "Salt")])) {
      Shelf()
    } withDependencies: {
      $0.supplier.isOpen = { true }
      $0.supplier.deliver = { @Sendable name, _ in
        asked.withValue { $0.append(name) }
        throw Away()
      }
    }

    await store.send(.orderTapped(id: 7))
    await store.receive(\.failed)
    #expect(asked.value == ["Salt"])
  }

  @Test("X80: A publisher of Combine is an effect, on a test's scheduler")
  func weighs() async {
    let queue = DispatchQueue.test
    let readings = PassthroughSubject<Int, Never>()
    let store = TestStore(initialState: Shelf.State()) {
      Shelf()
    } withDependencies: {
      $0.mainQueue = queue.eraseToAnyScheduler()
      $0.scale = Scale { [readings = UncheckedSendable(readings)] in
        readings.value.eraseToAnyPublisher()
      }
    }

    let weighing = await store.send(.weighTapped)
    readings.send(80)
    readings.send(80)
    readings.send(90)
    await queue.advance()
    await store.receive(\.measured, 80) { $0.reading = 80 }
    await store.receive(\.measured, 90) { $0.reading = 90 }
    await weighing.cancel()
  }

  /// `check` runs this with the variable set, and expects a failure.
  @Test(
    "X81: What a test store of the module ComposableArchitecture finds fails the test",
    .enabled(if: ProcessInfo.processInfo.environment["PANTRY_FORGETS"] != nil))
  func forgotten() async {
    let store = TestStore(initialState: Shelf.State()) { Shelf() }
    await store.send(.dayPassed)
  }
}
