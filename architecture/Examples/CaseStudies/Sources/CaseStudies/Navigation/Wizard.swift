import KumikiArchitecture

/// A stack of screens: the path is a collection in the state.
@Reducer
struct Wizard {
  @Reducer
  enum Path {
    case counting(CountingScreen)
    case facts(Facts)
    case timer(Timers)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
  }

  enum Action {
    case goBackTo(id: StackElementID)
    case goToABCButtonTapped
    case path(StackActionOf<Path>)
    case popToRootButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .goBackTo(let id):
        state.path.pop(to: id)
        return .none

      case .goToABCButtonTapped:
        state.path.append(.counting(CountingScreen.State()))
        state.path.append(.facts(Facts.State()))
        state.path.append(.timer(Timers.State()))
        return .none

      case .path(.element(id: _, action: .counting(.delegate(.factsRequested(let count))))):
        state.path.append(.facts(Facts.State(count: count)))
        return .none

      case .path(.element(id: let id, action: .timer(.ticked))):
        // The screen closes itself after five seconds.
        if let seconds = state.path[id: id]?.timer?.seconds, seconds >= 5 {
          state.path.pop(from: id)
        }
        return .none

      case .path:
        return .none

      case .popToRootButtonTapped:
        state.path.removeAll()
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension Wizard.Path.State: Equatable {}

/// A screen that counts, opens facts about its number, and can close itself.
@Reducer
struct CountingScreen {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case closeButtonTapped
    case delegate(Delegate)
    case factsButtonTapped
    case incrementButtonTapped

    enum Delegate: Equatable {
      case factsRequested(count: Int)
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      case .delegate:
        return .none
      case .factsButtonTapped:
        return .send(.delegate(.factsRequested(count: state.count)))
      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
  }
}
