import Kumiki

/// The parts of a root with a path of screens that both dialects share. The same feature in C is
/// examples-c/screens/feature.c.
struct RootState: Codable, Equatable {
  var path = StackState<Screen.State>()
  var total = 0

  mutating func sumUp() {
    total = path.reduce(0) { sum, screen in
      switch screen {
      case .numbers(let numbers): sum &+ numbers.count
      case .timer(let timer): sum &+ timer.ticks
      }
    }
  }
}

/// The dialect for a view that pushes and pops one screen at a time.
struct Stack: Reducer {
  typealias State = RootState

  enum Action: Codable, Equatable {
    case openNumbers
    case openTimer
    case path(StackAction<Screen.State, Screen.Action>)
    case popTo(StackElementID)
    case popToRoot
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .openNumbers: state.path.append(.numbers(Numbers.State()))
      case .openTimer: state.path.append(.timer(Ticks.State()))
      case .popTo(let id): state.path.pop(to: id)
      case .popToRoot: state.path.popToRoot()
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Screen() }

    // After the path, not in the reducer above: popFrom removes its screens after that reducer has
    // run.
    Reduce { state, _ in
      state.sumUp()
      return .none
    }
  }
}

/// The dialect for a view that is bound to the whole path and writes it.
struct Navigation: Reducer {
  typealias State = RootState

  enum Action: Codable, Equatable {
    case openNumbers
    case openTimer
    case path(NavigationAction<Screen.State, Screen.Action>)
    case popTo(StackElementID)
    case popToRoot
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .openNumbers: state.path.append(.numbers(Numbers.State()))
      case .openTimer: state.path.append(.timer(Ticks.State()))
      case .popTo(let id): state.path.pop(to: id)
      case .popToRoot: state.path.popToRoot()
      case .path: break
      }
      return .none
    }
    .navigationDestination(\.path, action: \.path) { Screen() }

    Reduce { state, _ in
      state.sumUp()
      return .none
    }
  }
}

extension Stack.Action: CasePathable {
  struct AllCasePaths {
    let path = CasePath(embed: Stack.Action.path) {
      if case .path(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Navigation.Action: CasePathable {
  struct AllCasePaths {
    let path = CasePath(embed: Navigation.Action.path) {
      if case .path(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
