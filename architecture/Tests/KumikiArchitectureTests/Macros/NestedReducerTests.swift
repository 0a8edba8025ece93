#if Macros
  import KumikiArchitecture
  import Testing

  /// Its parts reduce its own state, without naming the state's type.
  @Reducer
  private struct Meter {
    struct State: Equatable {
      var count = 0
      var isWatched = false
    }
    enum Action {
      case tapped
      case watched
    }

    var body: some ReducerOf<Self> {
      Counting()
      Watching()
      Resting()
    }

    @Reducer
    struct Counting {
      var body: some Reducer<State, Action> {
        Reduce { state, action in
          if case .tapped = action { state.count += 1 }
          return .none
        }
      }
    }

    @Reducer
    struct Watching {
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        if case .watched = action { state.isWatched = true }
        return .none
      }
    }

    @Reducer
    struct Resting {
      let body = EmptyReducer<State, Action>()
    }
  }

  @MainActor @Suite struct NestedReducerTests {
    @Test func `Q29: a reducer inside of a feature reduces the feature's state`() {
      let store = Store(initialState: Meter.State()) { Meter() }
      store.send(.tapped)
      store.send(.watched)
      #expect(store.withState(\.self) == Meter.State(count: 1, isWatched: true))
    }
  }
#endif
