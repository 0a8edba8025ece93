import KumikiArchitecture

/// Two tabs that show one value. Each holds the value; neither passes it to the other.
@Reducer
struct SharedCounters {
  enum Tab { case counter, profile }

  @ObservableState
  struct State: Equatable {
    var counter = CounterTab.State()
    var profile = ProfileTab.State()
    var tab = Tab.counter
  }

  enum Action {
    case counter(CounterTab.Action)
    case profile(ProfileTab.Action)
    case tabSelected(Tab)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.counter, action: \.counter) {
      CounterTab()
    }
    Scope(state: \.profile, action: \.profile) {
      ProfileTab()
    }
    Reduce { state, action in
      switch action {
      case .counter, .profile:
        return .none
      case .tabSelected(let tab):
        state.tab = tab
        return .none
      }
    }
  }
}

/// The data that both tabs share.
struct Stats: Codable, Equatable, Sendable {
  private(set) var count = 0
  private(set) var changes = 0
  private(set) var highest = 0

  mutating func add(_ number: Int) {
    count += number
    changes += 1
    highest = max(highest, count)
  }
}

extension SharedKey where Self == InMemoryKey<Stats>.Default {
  static var stats: Self { Self[.inMemory("stats"), default: Stats()] }
}

@Reducer
struct CounterTab {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Shared(.stats) var stats
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case decrementButtonTapped
    case incrementButtonTapped
    case isEvenButtonTapped

    enum Alert: Equatable {}
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none
      case .decrementButtonTapped:
        state.$stats.withLock { $0.add(-1) }
        return .none
      case .incrementButtonTapped:
        state.$stats.withLock { $0.add(1) }
        return .none
      case .isEvenButtonTapped:
        let count = state.stats.count
        state.alert = AlertState {
          TextState("\(count) is \(count.isMultiple(of: 2) ? "even" : "odd")")
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
struct ProfileTab {
  @ObservableState
  struct State: Equatable {
    @Shared(.stats) var stats
  }

  enum Action {
    case resetButtonTapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .resetButtonTapped:
        state.$stats.withLock { $0 = Stats() }
        return .none
      }
    }
  }
}
