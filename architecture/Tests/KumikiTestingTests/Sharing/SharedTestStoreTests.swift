import Kumiki
import KumikiTesting
import Testing

/// A test store accounts for a feature's shared values.
@Suite @MainActor struct SharedTestStoreTests {
  struct Counter: Reducer {
    struct State: Equatable {
      @Shared(.inMemory("count")) var count = 0
      @Shared var name: String
      var rows: IdentifiedArrayOf<Row> = []
      var taps = 0

      init(name: Shared<String> = Shared(value: "Ada")) { _name = name }
    }

    struct Row: Equatable, Identifiable {
      let id: Int
      @Shared var note: String
    }

    enum Action: Equatable {
      case add, addLater, addTwice, done, hidden, nothing, rename, tap, writeRow
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add, .done: state.$count.withLock { $0 += 1 }
      case .addLater:
        return .run { [count = state.$count] _ in count.withLock { $0 += 10 } }
      case .addTwice:
        return .run { send in
          await send(.done)
          await send(.done)
        }
      case .hidden:
        @Shared(.inMemory("hidden")) var hidden = 0
        $hidden.withLock { $0 += 1 }
        state.taps += 1
      case .nothing: break
      case .rename: state.$name.withLock { $0 += "!" }
      case .tap: state.taps += 1
      case .writeRow: state.rows[id: 1]?.$note.withLock { $0 = "written" }
      }
      return .none
    }
  }

  func store(name: Shared<String> = Shared(value: "Ada")) -> TestStoreOf<Counter> {
    TestStore(initialState: Counter.State(name: name)) { Counter() }
  }

  @Test func `K6: a test states what is written to shared values`() async {
    let store = store()
    await store.send(.add) { $0.$count.withLock { $0 = 1 } }
    await store.send(.add) { $0.$count.withLock { $0 += 1 } }
    await store.send(.rename) { $0.$name.withLock { $0 = "Ada!" } }
    await store.send(.nothing)
    #expect(store.state.count == 2)
  }

  @Test("K6: a write that is not stated is a failure, and so is one that did not happen")
  func unstated() async {
    let log = await messages {
      let store = store()
      await store.send(.add)
      await store.send(.add) { $0.$count.withLock { $0 = 5 } }
      await store.send(.nothing) { $0.$count.withLock { $0 = 7 } }
      await store.send(.rename) { $0.$count.withLock { $0 = 2 } }
    }
    #expect(log.count == 4)
    #expect(log[0].contains("the shared value .inMemory(\"count\"):"))
    #expect(log[0].contains("- 0") && log[0].contains("+ 1"))
    #expect(log[1].contains("- 5") && log[1].contains("+ 2"))
    #expect(log[2].contains("- 7") && log[2].contains("+ 2"))
    #expect(log[3].contains("+ \"Ada!\""))
  }

  @Test func `K6: a write of an effect is stated by itself, or fails at the end`() async {
    let store = store()
    await store.send(.addLater)
    store.assert { $0.$count.withLock { $0 = 10 } }
    let log = await messages {
      let store = self.store(name: Shared(value: "Grace"))
      await store.send(.addLater)
    }
    #expect(log.count == 1)
    #expect(log[0].contains("not stated before the end") && log[0].contains("+ 20"))
  }

  @Test func `K6: each action that is received has the values that it left`() async {
    let store = store()
    await store.send(.addTwice)
    await store.receive(.done) { $0.$count.withLock { $0 = 1 } }
    await store.receive(.done) { $0.$count.withLock { $0 = 2 } }
    let log = await messages {
      await store.send(.addTwice)
      await store.receive(.done) { $0.$count.withLock { $0 = 4 } }
      await store.receive(.done) { $0.$count.withLock { $0 = 4 } }
    }
    #expect(log.count == 1)
  }

  @Test func `K6: the state's own collections hide no write`() async {
    let note = Shared(value: "")
    let log = await messages {
      var state = Counter.State()
      state.rows = [Counter.Row(id: 1, note: note)]
      let store = TestStore(initialState: state) { Counter() }
      await store.send(.writeRow)
      await store.send(.writeRow)
    }
    #expect(log.count == 1)
    #expect(log[0].contains("+ \"written\""))
  }

  @Test func `K6: what the state does not hold need not be stated, but may be`() async {
    @Shared(.inMemory("hidden")) var hidden = 0
    let store = store()
    await store.send(.hidden) { $0.taps = 1 }
    #expect(hidden == 1)
    await store.send(.hidden) {
      $0.taps = 2
      $hidden.withLock { $0 = 2 }
    }
    let log = await messages {
      await store.send(.hidden) {
        $0.taps = 3
        $hidden.withLock { $0 = 9 }
      }
    }
    #expect(log.count == 1)
  }

  @Test func `K6: without exhaustiveness only what is stated must hold`() async {
    let store = store()
    store.exhaustivity = .off
    await store.send(.add)
    await store.send(.add) { $0.$count.withLock { $0 = 2 } }
    await store.send(.addLater)
    let log = await messages { await store.send(.add) { $0.$count.withLock { $0 = 2 } } }
    #expect(log.count == 1)
  }

  @Test func `K11: an expectation writes and reads what is expected, and nothing real`() async {
    let store = store()
    var read = -1
    await store.send(.add) { state in
      state.$count.withLock { $0 = 1 }
      read = state.count
    }
    #expect(read == 1)
    _ = await messages {
      await store.send(.nothing) { $0.$count.withLock { $0 = 50 } }
    }
    #expect(store.state.count == 1)
  }

  @Test("K7: each test begins with the defaults, whatever others write", arguments: [0])
  func isolatedOne(_: Int) async {
    @Shared(.inMemory("count")) var count = 0
    #expect(count == 0)
    $count.withLock { $0 = 100 }
    #expect(store().state.count == 100)
  }

  @Test func `K7: and so does this one, which has the same name for it`() async {
    @Shared(.inMemory("count")) var count = 0
    #expect(count == 0)
    $count.withLock { $0 = 200 }
    #expect(store().state.count == 200)
  }
}
