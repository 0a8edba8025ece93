import KumikiArchitecture
import KumikiTesting
import Testing

@testable import Ferry

@Suite struct CrossingTests {
  private struct NoTide: Error {}

  @Test func `Q28: a target of the main actor runs a feature with a client and a clock`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Crossing.State()) {
      Crossing()
    } withDependencies: {
      $0.continuousClock = clock
      $0.tide.height = { $0.count }
    }
    await store.send(.view(.appeared))
    await clock.advance(by: .seconds(1))
    await store.receive(\.measured.success) { $0.height = 5 }
  }

  @Test func `Q28: it presents an alert, which an enum of features holds`() async {
    let store = TestStore(initialState: Crossing.State()) {
      Crossing()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.tide.height = { _ in throw NoTide() }
    }
    await store.send(.view(.appeared))
    await store.receive(\.measured.failure) {
      $0.destination = .alert(
        AlertState {
          TextState("No tide")
        } actions: {
          ButtonState(action: .waitTapped) { TextState("Wait") }
        })
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `Q28: rows, shared values and a presented feature work in it`() async {
    let store = TestStore(initialState: Crossing.State()) { Crossing() }
    await store.send(.view(.boarded("Ann"))) {
      $0.passengers = [Passenger.State(id: 0, name: "Ann")]
    }
    await store.send(\.passengers[id: 0].greeted) {
      $0.passengers[id: 0]?.$greetings.withLock { $0 = 1 }
    }
    await store.send(.view(.shown(0))) {
      $0.destination = .passenger(Passenger.State(id: 0, name: "Ann"))
    }
    await store.send(\.destination.passenger.binding.name, "Bea") {
      $0.destination?.modify(\.passenger) { $0.name = "Bea" }
    }
    await store.send(\.destination.passenger.leaveTapped)
    await store.receive(\.destination.passenger.delegate.left)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `Q28: a view reads the store and sends its own actions`() {
    let store = Store(initialState: Crossing.State()) {
      Crossing()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    let view = CrossingView(store: store)
    #expect(view.title == "0 on board")
    store.send(.view(.boarded("Ann")))
    view.appear()
    #expect(view.title == "1 on board")
    #expect(Crossing.Action.View.boarded("Ann").case == \.boarded)
  }
}
