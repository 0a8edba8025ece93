import Kumiki

/// Two counters side by side.
enum Pair {
  struct State: Equatable {
    var left = Counter.State()
    var right = Counter.State()
  }

  enum Action: Equatable, CasePathable {
    case left(Counter.Action)
    case right(Counter.Action)

    struct AllCasePaths {
      let left = CasePath(embed: Action.left) {
        if case .left(let action) = $0 { action } else { nil }
      }
      let right = CasePath(embed: Action.right) {
        if case .right(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
}

/// A state that is in one of two cases.
enum Session {
  enum State: Equatable, CasePathable {
    case loggedOut(Counter.State)
    case loggedIn(Counter.State)

    struct AllCasePaths {
      let loggedOut = CasePath(embed: State.loggedOut) {
        if case .loggedOut(let state) = $0 { state } else { nil }
      }
      let loggedIn = CasePath(embed: State.loggedIn) {
        if case .loggedIn(let state) = $0 { state } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Equatable, CasePathable {
    case loggedOut(Counter.Action)
    case loggedIn(Counter.Action)

    struct AllCasePaths {
      let loggedOut = CasePath(embed: Action.loggedOut) {
        if case .loggedOut(let action) = $0 { action } else { nil }
      }
      let loggedIn = CasePath(embed: Action.loggedIn) {
        if case .loggedIn(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
}
