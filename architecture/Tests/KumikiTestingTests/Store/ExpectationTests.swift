import Kumiki
import KumikiTesting
import Testing

/// The things that an expectation may do besides editing its state.
@MainActor @Suite struct ExpectationTests {
  @Test func `I21: it may read the test store, whose state is the one before the action`() async {
    let store = counterStore(count: 3)
    var seen: [Int] = []
    await store.send(.inc) {
      seen.append(store.state.count)
      $0.count = store.state.count + 1
    }
    await store.send(.burst) { $0.count = 5 }
    await store.receive(.first) {
      seen.append(store.state.count)
      $0.count = 6
    }
    await store.receive { action in
      seen.append(store.state.count)
      return action == .second
    } assert: {
      $0.count = 7
    }
    store.assert { $0.count = store.state.count }
    store.exhaustivity = .off
    await store.send(.inc) {
      seen.append(store.state.count)
      $0.count = 9
    }
    #expect(seen == [3, 5, 6, 8])
    #expect(store.state.count == 9)
  }

  @Test("I21: it may ask and change how much is to be accounted for, and assert something else")
  func changing() async {
    let store = counterStore()
    await store.send(.inc) {
      $0.count = 1
      #expect(store.exhaustivity == .on)
      store.exhaustivity = .off
      store.assert { $0.count = 0 }
    }
    #expect(store.exhaustivity == .off)
  }

  // MARK: - Paths

  private struct Trip: Reducer {
    struct State: Equatable { var path = StackState<Int>() }
    enum Action: Equatable { case push(Int), overwrite, pop }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .push(let number): state.path.append(number)
      case .overwrite: state.path[id: 9] = 1
      case .pop: state.path.popLast()
      }
      return .none
    }
  }

  @Test func `I22: what was pushed may be stated under its id, alone or between others`() async {
    let store = TestStore(initialState: Trip.State()) { Trip() }
    await store.send(.push(7)) { $0.path[id: 0] = 7 }
    await store.send(.push(8)) { $0.path[id: 1] = 8 }
    await store.send(.pop) { $0.path[id: 1] = nil }
    await store.send(.push(9)) { $0.path[id: 2] = 9 }
    await store.send(.push(10)) { $0.path.append(10) }
    #expect(Array(store.state.path.ids) == [0, 2, 3])
  }

  @Test("I22: another id than the one it has is a difference, and a reducer's mistake is an issue")
  func wrong() async {
    let found = await messages {
      let store = TestStore(initialState: Trip.State()) { Trip() }
      await store.send(.push(7)) { $0.path[id: 5] = 7 }
      await store.send(.overwrite)
    }
    #expect(found.count == 2)
    #expect(found[0].contains("-     #5: 7") && found[0].contains("+     #0: 7"))
    #expect(found[1].contains("assign-missing-id"))
  }

  @Test func `I22: so may the first state; no id of it is given out again`() async {
    let store = TestStore(
      initialState: {
        var state = Trip.State()
        state.path[id: 0] = 5
        state.path[id: 1] = 6
        return state
      }()
    ) {
      Trip()
    }
    #expect(Array(store.state.path.ids) == [0, 1])
    await store.send(.push(7)) { $0.path[id: 2] = 7 }
  }
}
