#if OpenCombine
  import Kumiki
  import KumikiOpenCombine
  import OpenCombine
  import Testing

  @MainActor @Suite struct StorePublisherTests {
    private struct State: Equatable { var count = 0, name = "" }
    private enum Action { case add(Int), rename(String) }

    private func makeStore() throws -> Store<State, Action> {
      Store(initialState: State(), loop: try Loop(.virtual)) {
        Reduce { state, action in
          switch action {
          case .add(0): return .merge(.send(.add(1)), .send(.add(2)))
          case .add(let number): state.count += number
          case .rename(let name): state.name = name
          }
          return .none
        }
      }
    }

    @Test("V16: a store of the main actor publishes to whoever subscribes, on any thread")
    func elsewhere() async {
      let store = Store<State, Action>(initialState: State(count: 7)) {}
      let states = UncheckedSendable(store.publisher)
      let first = await Task.detached {
        await states.value.values.first { @Sendable _ in true }
      }.value
      #expect(first?.count == 7)
    }

    @Test("X42: a store publishes its state now and after each burst, a member where it differs")
    func store() throws {
      let store = try makeStore()
      var states: [State] = []
      var names: [String] = []
      let whole = store.publisher.sink { states.append($0) }
      let member = store.publisher.name.sink { names.append($0) }
      store.send(.add(0))
      store.send(.rename("Ann"))
      #expect(states.map(\.count) == [0, 3, 3])
      #expect(names == ["", "Ann"])
      whole.cancel()
      member.cancel()
      store.send(.rename("Bob"))
      #expect(states.count == 3)
      #expect(names.count == 2)
    }

    @Test(
      "X42: a view publishes what it shows where it differs, and lives as long as who subscribes")
    func view() throws {
      let store = try makeStore()
      var counts: [Int] = []
      var subscription: AnyCancellable? = ViewStore(store, observe: \.count).publisher
        .sink { counts.append($0) }
      store.send(.add(1))
      store.send(.rename("Ann"))
      store.send(.add(1))
      #expect(counts == [0, 1, 2])
      _ = subscription
      subscription = nil
      store.send(.add(1))
      #expect(counts == [0, 1, 2])
    }

    @Test("X42: a send of who receives is handled after the burst, and all are told of both")
    func reentrance() throws {
      let store = try makeStore()
      let view = ViewStore(store, observe: \.count)
      var counts: [Int] = []
      let first = view.publisher.sink { if $0 == 1 { view.send(.add(1)) } }
      let second = view.publisher.sink { counts.append($0) }
      view.send(.add(1))
      #expect(counts == [0, 1, 2])
      withExtendedLifetime((first, second)) {}
    }

    @Test func `X42: a view is an observable object that tells before each change`() throws {
      func willChange(
        _ object: some ObservableObject, _ body: @escaping () -> Void
      ) -> AnyCancellable {
        object.objectWillChange.sink { _ in body() }
      }
      let store = try makeStore()
      var view: ViewStore? = ViewStore(store, observe: \.count)
      var old: [Int] = []
      let subscription = willChange(view!) { [weak view] in old.append(view!.state) }
      store.send(.add(1))
      store.send(.rename("Ann"))
      store.send(.add(1))
      #expect(old == [0, 1])
      subscription.cancel()
      store.send(.add(1))
      #expect(old == [0, 1])
      weak let reference = view
      let publisher = view?.objectWillChange.sink { _ in }
      view = nil
      #expect(reference == nil)
      withExtendedLifetime(publisher) {}
    }

    @Test func `X42: an optional state is followed by a store each time there is a value`() throws {
      let store = Store<Int?, Int?>(initialState: nil, loop: try Loop(.virtual)) {
        Reduce { state, action in
          state = action
          return .none
        }
      }
      var log: [String] = []
      var stores: [Store<Int, Int?>] = []
      let following = store.ifLet {
        stores.append($0)
        log.append("\($0.state)")
      } else: {
        log.append("none")
      }
      store.send(1)
      store.send(2)
      store.send(nil)
      #expect(stores[0].state == 2)
      store.send(3)
      #expect(log == ["none", "1", "none", "3"])
      following.cancel()
      store.send(nil)
      #expect(log.count == 4)
    }

    @Test func `X43: a shared value publishes itself now and with each write`() {
      let shared = Shared(value: 0)
      var values: [Int] = []
      let subscription = shared.publisher.sink { values.append($0) }
      shared.withLock { $0 = 1 }
      shared.withLock { $0 = 1 }
      shared.withLock { $0 = 2 }
      #expect(values == [0, 1, 1, 2])
      subscription.cancel()
      shared.withLock { $0 = 3 }
      #expect(values.count == 4)
    }

    @Test func `X43: a write to a key's value, or by another use of the key, is published once`() {
      @Shared(.inMemory("X43")) var count = 0
      @Shared(.inMemory("X43")) var same = 0
      var values: [Int] = []
      let subscription = $count.publisher.sink { values.append($0) }
      $count.withLock { $0 = 1 }
      $same.withLock { $0 = 2 }
      #expect(values == [0, 1, 2])
      subscription.cancel()
    }

    @Test("X43: an assignment to the projected value is published, and what comes after")
    func assignment() async throws {
      @Shared(.inMemory("X43 a")) var count = 0
      var values: [Int] = []
      let subscription = $count.publisher.sink { values.append($0) }
      let old = Shared(wrappedValue: 0, .inMemory("X43 a"))
      $count = Shared(wrappedValue: 7, .inMemory("X43 b"))
      old.withLock { $0 = 1 }
      $count.withLock { $0 = 8 }
      #expect(values == [0, 7, 8])
      try await $count.load(.inMemory("X43 c"))
      $count.withLock { $0 = 9 }
      #expect(values == [0, 7, 8, 9])
      subscription.cancel()
    }

    @Test func `X43: a part publishes with each write to the whole`() {
      struct Pair { var left = 0, right = 0 }
      @Shared(value: Pair()) var pair
      var values: [Int] = []
      let subscription = $pair.left.publisher.sink { values.append($0) }
      $pair.withLock { $0.left = 1 }
      $pair.right.withLock { $0 = 5 }
      #expect(values == [0, 1, 1])
      subscription.cancel()
    }
  }
#endif
