#if Macros
  import KumikiArchitecture
  import Testing

  @Reducer
  private struct Sleeper {
    @ObservableState
    struct State: Equatable { var isAsleep = false }
    enum Action { case end, nothing, sleep }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .end:
          state.isAsleep = false
          return .none
        case .nothing:
          return .none
        case .sleep:
          state.isAsleep = true
          return .run { send in
            try? await Task.never()
            await send(.end)
          }
        }
      }
    }
  }

  @Reducer
  private struct Tally {
    let body = Reduce<Int, Bool> { count, isUp in
      count += isUp ? 1 : -1
      return .none
    }
  }

  @MainActor @Suite struct StoreTaskTests {
    @Test("X77: what a send started is a task, too, and there is none where nothing was started")
    func task() async {
      let store = Store(initialState: Sleeper.State()) { Sleeper() }
      #expect(store.send(.nothing).rawValue == nil)
      let sent = store.send(.sleep)
      let task = sent.rawValue
      #expect(task != nil && !sent.isFinished)
      task?.cancel()
      await task?.value
      #expect(sent.isFinished && store.isAsleep)
      #expect(sent == sent && sent != store.send(.nothing))
      #expect(Set([sent, sent]).count == 1)
    }

    @Test func `X75: a feature whose body is a value is one of the body's types`() {
      let store = Store(initialState: 3) { Tally() }
      store.send(true)
      #expect(store.withState { $0 } == 4)
    }
  }
#endif
