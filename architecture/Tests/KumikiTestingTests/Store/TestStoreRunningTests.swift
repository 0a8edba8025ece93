import Kumiki
import KumikiTesting
import Testing

/// A search: the query is in the state, and the work follows the query.
private struct Search: Reducer {
  struct State: Equatable {
    var query: String?
    var results = 0
  }

  enum Action: Equatable {
    case look(for: String?)
    case found(Int)
    case keep
    case lookAndKeep
    case kept
  }

  var find: @Sendable (String) -> Effect<Action>

  @Dependency(\.continuousClock) private var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .look(let query): state.query = query
      case .found(let results): state.results = results
      case .keep: return sleep
      case .lookAndKeep:
        state.query = "b"
        return sleep
      case .kept: break
      }
      return .none
    }
    .running(\.query) { find($0) }
  }

  private var sleep: Effect<Action> {
    .run { [clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(.kept)
    }
  }
}

@MainActor
private func searchStore(
  query: String? = nil, line: UInt = #line,
  _ find: @escaping @Sendable (String) -> Effect<Search.Action>
) -> TestStoreOf<Search> {
  TestStore(initialState: Search.State(query: query), reducer: { Search(find: find) }, line: line)
}

/// Finds three results every second.
private let findAgainAndAgain: @Sendable (String) -> Effect<Search.Action> = { _ in
  .timer(id: "search", every: .seconds(1), .found(3))
}

@MainActor @Suite struct TestStoreRunningTests {
  @Test("I35: an effect that the state keeps in flight is nothing left over")
  func account() async {
    let found = await messages {
      let store = searchStore(findAgainAndAgain)
      await store.send(.look(for: "a")) { $0.query = "a" }
      await store.finish()
    }
    #expect(found.isEmpty)
  }

  @Test("I35: nor is one of the first state")
  func first() async {
    let found = await messages {
      let store = searchStore(query: "a", findAgainAndAgain)
      await store.finish()
    }
    #expect(found.isEmpty)
  }

  @Test("I35: there is nothing to skip of it, and the send does not wait for it")
  func skip() async {
    let found = await messages {
      let store = searchStore(findAgainAndAgain)
      let task = await store.send(.look(for: "a")) { $0.query = "a" }
      await task.finish()
      await store.skipInFlightEffects()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("There is no effect in flight to skip.") == true)
  }

  @Test("I35: one that an action started in the same step is accounted for")
  func besides() async {
    var line = 0
    let found = await reports {
      let store = searchStore(findAgainAndAgain)
      await store.send(.lookAndKeep) { $0.query = "b" }; line = #line
    }
    #expect(found.map(\.line) == [line])
    #expect(found.first?.message.contains("started by Search.Action.lookAndKeep") == true)
  }

  @Test("I35: what an action of it starts is accounted for")
  func after() async {
    let found = await messages {
      let store = searchStore { _ in .send(.keep) }
      await store.send(.look(for: "a")) { $0.query = "a" }
      await store.receive(.keep)
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("started by Search.Action.keep") == true)
  }

  @Test("I36: what it sends is received as any other action")
  func receive() async {
    let found = await messages {
      let store = searchStore { query in .send(.found(query.count)).delay(for: .seconds(1)) }
      await store.send(.look(for: "a")) { $0.query = "a" }
      await store.send(.look(for: "ab")) { $0.query = "ab" }
      await store.advance(by: .seconds(1))
      await store.receive(.found(2)) { $0.results = 2 }
      await store.send(.look(for: "abc")) { $0.query = "abc" }
      await store.advance(by: .seconds(1))
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("1 action came from effects") == true)
    #expect(found.first?.contains("Search.Action.found(3)") == true)
  }

  @Test("I36: at once too, and from the first state")
  func atOnce() async {
    let found = await messages {
      let store = searchStore(query: "a") { query in .send(.found(query.count)) }
      #expect(store.state.results == 0)
      await store.receive(.found(1)) { $0.results = 1 }
      await store.send(.look(for: "ab")) { $0.query = "ab" }
      await store.receive(.found(2)) { $0.results = 2 }
    }
    #expect(found.isEmpty)
  }

  @Test("I36: a receive in vain names the place that it follows")
  func inVain() async {
    let found = await messages {
      let store = searchStore(query: "a", findAgainAndAgain)
      await store.receive(.kept, timeout: .zero)
    }
    #expect(found.count == 1)
    #expect(
      found.first?.contains("driven by the state at \\State.query, cancellable by search") == true)
  }

  @Test("I36: an effect that works on another thread is waited for by receive, not by finish")
  func elsewhere() async {
    let gate = Gate()
    let found = await messages {
      let store = searchStore { query in
        .run { send in
          await send(.found(query.count))
          _ = await gate.wait()
        }
      }
      store.timeout = .seconds(60 * 60)
      await store.send(.look(for: "a")) { $0.query = "a" }
      await store.receive(.found(1)) { $0.results = 1 }
      await store.finish()
      gate.open(with: "", fromAnotherThreadAfterTurns: 0)
    }
    #expect(found.isEmpty)
  }
}
