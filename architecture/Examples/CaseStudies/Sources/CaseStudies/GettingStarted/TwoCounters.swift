import KumikiArchitecture

/// Two features of one kind side by side, each with its own part of the state and of the actions.
@Reducer
struct TwoCounters {
  @ObservableState
  struct State: Equatable {
    var left = Counter.State()
    var right = Counter.State()
    var sum: Int { left.count + right.count }
  }

  enum Action {
    case left(Counter.Action)
    case right(Counter.Action)
    case swapButtonTapped
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.left, action: \.left) {
      Counter()
    }
    Scope(state: \.right, action: \.right) {
      Counter()
    }
    Reduce { state, action in
      switch action {
      case .left, .right:
        return .none
      case .swapButtonTapped:
        swap(&state.left, &state.right)
        return .none
      }
    }
  }
}
