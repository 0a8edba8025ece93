import Kumiki
import KumikiTesting
import Testing

/// A test store with case paths of several steps.
@MainActor
@Suite struct CasePathTestStoreTests {
  struct Host: Reducer {
    struct State: Equatable {
      @PresentationState var counter: Counter.State? = Counter.State()
      var path: StackState<Counter.State> = []
      var isOn = false
    }

    enum Action: Equatable, CasePathable, BindableAction {
      case binding(BindingAction<State>)
      case counter(PresentationAction<Counter.Action>)
      case path(StackAction<Counter.State, Counter.Action>)

      struct AllCasePaths {
        let binding = CasePath(embed: Action.binding) {
          if case .binding(let action) = $0 { action } else { nil }
        }
        let counter = CasePath(embed: Action.counter) {
          if case .counter(let action) = $0 { action } else { nil }
        }
        let path = CasePath(embed: Action.path) {
          if case .path(let action) = $0 { action } else { nil }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some Reducer<State, Action> {
      BindingReducer()
      Reduce { state, action in
        guard case .path(.popFrom) = action else { return .none }
        return .send(.counter(.presented(.set(9))))
      }
      .ifLet(\.$counter, action: \.counter) { Counter() }
      .forEach(\.path, action: \.path) { Counter() }
    }
  }

  private func store() -> TestStoreOf<Host> {
    TestStore(initialState: Host.State()) { Host() }
  }

  @Test("O8: send and receive take paths of several steps, with and without a payload")
  func paths() async {
    let store = store()
    await store.send(\.counter.inc) { $0.counter?.count = 1 }
    await store.send(\.counter.presented.set, 2) { $0.counter?.count = 2 }
    await store.send(\.binding.isOn, true) { $0.isOn = true }
    await store.send(\.path.push, (id: 0, state: Counter.State())) {
      $0.path[id: 0] = Counter.State()
    }
    await store.send(\.path[id: 0].set, 3) { $0.path[id: 0]?.count = 3 }
    await store.send(\.path.popFrom, 0) { $0.path = [] }
    await store.receive(\.counter.set, 9) { $0.counter?.count = 9 }
    await store.send(\.counter.dismiss) { $0.counter = nil }
  }

  @Test func `O8: receive names the path that did not come, and the one that did`() async {
    let found = await KumikiTestingTests.messages {
      let store = store()
      store.exhaustivity = .off
      await store.send(\.path.push, (id: 0, state: Counter.State()))
      await store.send(\.path.popFrom, 0)
      await store.receive(\.path[id: 0].set)
      await store.send(\.path.push, (id: 1, state: Counter.State()))
      await store.send(\.path.popFrom, 1)
      await store.receive(\.counter.set, 8, timeout: .zero)
      await store.receive(\.counter.presented.inc, timeout: .zero)
    }
    #expect(found.count == 3)
    #expect(found.first?.contains("\\.path[id: 0].set") == true, "\(found)")
    #expect(found.dropFirst().first?.contains("8") == true, "\(found)")
    #expect(found.last?.contains("\\.counter.presented.inc") == true, "\(found)")
  }
}
