import Kumiki
import KumikiTesting
import Testing

@testable import SheetDemo

@MainActor @Suite struct SheetDemoTests {
  private func screen(_ destination: Destination.State? = nil) -> TestStoreOf<SheetDemo> {
    TestStore(initialState: SheetDemo.State(destination: destination)) { SheetDemo() }
  }

  @Test("A view presents the counter, counts, and dismisses it")
  func presents() async {
    let store = screen()
    await store.send(.destination(.present(id: nil, .counter(Counter.State())))) {
      $0.destination = .counter(Counter.State())
    }
    await store.send(.destination(.presented(.counter(.increment)))) {
      $0.destination = .counter(Counter.State(count: 1))
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test("Dismissing the counter ends its timer")
  func dismissing() async {
    let store = screen(.counter(Counter.State()))
    let timer = await store.send(.destination(.presented(.counter(.startTimer))))
    await store.advance(by: .seconds(2))
    for count in 1...2 {
      await store.receive(.destination(.presented(.counter(.tick)))) {
        $0.destination = .counter(Counter.State(count: count))
      }
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    #expect(timer.isFinished)
    // The timer has ended: the test would have to receive a tick.
    await store.advance(by: .seconds(10))
  }

  @Test("So does swapping it for the animations")
  func swapping() async {
    let store = screen(.counter(Counter.State()))
    store.dependencies.continuousClock = TestClock()
    let timer = await store.send(.destination(.presented(.counter(.startTimer))))
    await store.send(.swap) { $0.destination = .animations(Animations.State()) }
    #expect(timer.isFinished)
    await store.send(.destination(.presented(.animations(.setColor("red"))))) {
      $0.destination = .animations(Animations.State(color: "red"))
    }
    await store.send(.swap) { $0.destination = .counter(Counter.State()) }
  }

  @Test("A timer that is started again begins anew, and stops when told")
  func timer() async {
    let store = screen(.counter(Counter.State()))
    await store.send(.destination(.presented(.counter(.startTimer))))
    await store.advance(by: .milliseconds(600))
    await store.send(.destination(.presented(.counter(.startTimer))))
    await store.advance(by: .milliseconds(600))
    await store.advance(by: .milliseconds(400))
    await store.receive(.destination(.presented(.counter(.tick)))) {
      $0.destination = .counter(Counter.State(count: 1))
    }
    await store.send(.destination(.presented(.counter(.stopTimer))))
    await store.finish()
  }

  @Test("The counter can close itself")
  func closing() async {
    let store = screen(.counter(Counter.State()))
    await store.send(.destination(.presented(.counter(.close))))
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test("Counting below zero dismisses it")
  func belowZero() async {
    let store = screen(.counter(Counter.State(count: 1)))
    await store.send(.destination(.presented(.counter(.decrement)))) {
      $0.destination = .counter(Counter.State())
    }
    await store.send(.destination(.presented(.counter(.decrement)))) { $0.destination = nil }
  }

  @Test("An item is deleted when the alert is confirmed, and not when it is denied")
  func deleting() async {
    let store = screen()
    let alert = Alert(title: "Delete an item?")
    await store.send(.deleteItem) { $0.destination = .alert(alert) }
    await store.send(.destination(.presented(.alert(.confirm)))) {
      $0.items = 2
      $0.destination = nil
    }
    await store.send(.deleteItem) { $0.destination = .alert(alert) }
    await store.send(.destination(.presented(.alert(.deny)))) { $0.destination = nil }
  }

  @Test("Nobody deletes more than there is")
  func deletingAll() async {
    let store = screen()
    store.exhaustivity = .off
    for _ in 0..<5 {
      await store.send(.deleteItem)
      await store.send(.destination(.presented(.alert(.confirm))))
    }
    store.assert { $0.items = 0 }
  }
}
