#if Macros
  import KumikiArchitecture
  import KumikiTesting
  import Testing

  @Reducer
  private struct Lamp {
    @ObservableState
    struct State: Equatable {
      var isOn = false
      var switched = 0
    }
    enum Action { case isOn(Bool), switched }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .isOn(let isOn): state.isOn = isOn
        case .switched: state.switched += 1
        }
        return .none
      }
    }
  }

  @MainActor @Suite struct ObserveTests {
    /// The drawn texts, on the thread of one loop.
    private final class Drawn: @unchecked Sendable { var texts: [String] = [] }

    private func drawing(
      _ body: (Loop, StoreOf<Lamp>, Drawn) throws -> Void
    ) throws {
      let earlier = try Loop(.virtual)
      let loop = try Loop(.virtual)
      defer {
        loop.close()
        earlier.close()
      }
      try body(loop, Store(initialState: Lamp.State(), loop: loop) { Lamp() }, Drawn())
    }

    /// Observes in an iteration of the loop. Outside of an iteration, the thread's first loop is
    /// the current loop.
    private func observing(on loop: Loop, _ apply: @escaping () -> Void) throws -> ObserveToken {
      var token: ObserveToken?
      loop.nextTurn { token = observe(apply) }
      try loop.runUntilIdle(timeoutMilliseconds: 0)
      return try #require(token)
    }

    @Test("X82: what a function has read is followed, on the loop, until its token goes")
    func follows() throws {
      try drawing { loop, store, drawn in
        var token: ObserveToken? = try observing(on: loop) {
          drawn.texts.append("\(store.isOn)")
        }
        #expect(drawn.texts == ["false"])
        store.send(.switched)
        try loop.runUntilIdle(timeoutMilliseconds: 0)
        #expect(drawn.texts == ["false"])
        store.send(.isOn(true))
        #expect(drawn.texts == ["false"])
        try loop.runUntilIdle(timeoutMilliseconds: 0)
        #expect(drawn.texts == ["false", "true"])
        store.send(.isOn(false))
        store.send(.isOn(true))
        store.send(.isOn(false))
        try loop.runUntilIdle(timeoutMilliseconds: 0)
        #expect(drawn.texts == ["false", "true", "false"])
        withExtendedLifetime(token) {}
        token = nil
        store.send(.isOn(true))
        try loop.runUntilIdle(timeoutMilliseconds: 0)
        #expect(drawn.texts == ["false", "true", "false"])
      }
    }

    @Test func `X82: each call is followed by what it has read itself`() throws {
      try drawing { loop, store, drawn in
        let token = try observing(on: loop) {
          drawn.texts.append(store.isOn ? "switched \(store.switched)" : "off")
        }
        store.send(.switched)
        store.send(.isOn(true))
        try loop.runUntilIdle(timeoutMilliseconds: 0)
        store.send(.switched)
        try loop.runUntilIdle(timeoutMilliseconds: 0)
        #expect(drawn.texts == ["off", "switched 1", "switched 2"])
        token.cancel()
        store.send(.switched)
        try loop.runUntilIdle(timeoutMilliseconds: 0)
        #expect(drawn.texts.count == 3)
      }
    }

    @Test func `X84: a token is kept in a set or a list, and ends with it`() throws {
      try drawing { loop, store, drawn in
        var set: Set<ObserveToken> = []
        var list: [ObserveToken] = []
        for name in ["a", "b"] {
          let token = try observing(on: loop) { drawn.texts.append("\(name) \(store.isOn)") }
          if name == "a" { token.store(in: &set) } else { token.store(in: &list) }
          #expect(set.contains(token) == (name == "a"))
        }
        list[0].store(in: &set)
        list[0].store(in: &set)
        #expect(set.count == 2)
        set = []
        store.send(.isOn(true))
        try loop.runUntilIdle(timeoutMilliseconds: 0)
        #expect(drawn.texts == ["a false", "b false", "b true"])
        list = []
        store.send(.isOn(false))
        try loop.runUntilIdle(timeoutMilliseconds: 0)
        #expect(drawn.texts.count == 3)
      }
    }

    @Test @MainActor func `X82: on the main actor it is called there`() async {
      let store = Store(initialState: Lamp.State()) { Lamp() }
      let drawn = Drawn()
      let (calls, call) = AsyncStream.makeStream(of: Void.self)
      let token = observe {
        MainActor.assertIsolated()
        drawn.texts.append("\(store.isOn)")
        call.yield()
      }
      store.send(.isOn(true))
      var iterator = calls.makeAsyncIterator()
      await iterator.next()
      await iterator.next()
      #expect(drawn.texts == ["false", "true"])
      token.cancel()
    }
  }
#endif
