import Kumiki

/// A session that is either logged out or logged in. While its user is new, another service greets
/// the user. The same feature in C is examples-c/onboarding/feature.c.
struct Onboarding: Reducer {
  enum State: Codable, Equatable {
    case loggedOut(LoggedOut.State)
    case loggedIn(LoggedIn.State)
  }

  enum Action: Codable, Equatable {
    case loggedOut(LoggedOut.Action)
    case loggedIn(LoggedIn.Action)
  }

  var body: some ReducerOf<Self> {
    // Runs for each action. Swift checks that no case is left out, and the chosen reducer always
    // matches the state. An action for the other case is not read, which is not a mistake: a
    // greeting may arrive after its user has logged out.
    ReducerReader { state, _ in
      switch state {
      case .loggedOut:
        Scope(state: \.loggedOut, action: \.loggedOut) { LoggedOut() }
      case .loggedIn(let session):
        Scope(state: \.loggedIn, action: \.loggedIn) {
          LoggedIn().dependency(\.api, session.isOnboarding ? .tour : .server)
        }
      }
    }
    SessionChanges()
  }
}

/// The same session with a scope for each case. Both scopes receive every action.
struct OnboardingByScopes: Reducer {
  typealias State = Onboarding.State
  typealias Action = Onboarding.Action

  var body: some Reducer<State, Action> {
    Scope(state: \.loggedOut, action: \.loggedOut) { LoggedOut() }
    Scope(state: \.loggedIn, action: \.loggedIn) { LoggedIn() }
    SessionChanges()
  }
}

/// Only the session handles the actions that change the case.
struct SessionChanges: Reducer {
  func reduce(
    into state: inout Onboarding.State, action: Onboarding.Action
  ) -> Effect<Onboarding.Action> {
    switch (state, action) {
    case (.loggedOut(let session), .loggedOut(.logIn)):
      state = .loggedIn(LoggedIn.State(name: session.name))
    case (.loggedIn, .loggedIn(.logOut)):
      state = .loggedOut(LoggedOut.State())
    default:
      break
    }
    return .none
  }
}

extension Onboarding.State: CasePathable {
  struct AllCasePaths {
    let loggedOut = CasePath(embed: Onboarding.State.loggedOut) {
      if case .loggedOut(let state) = $0 { state } else { nil }
    }
    let loggedIn = CasePath(embed: Onboarding.State.loggedIn) {
      if case .loggedIn(let state) = $0 { state } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Onboarding.Action: CasePathable {
  struct AllCasePaths {
    let loggedOut = CasePath(embed: Onboarding.Action.loggedOut) {
      if case .loggedOut(let action) = $0 { action } else { nil }
    }
    let loggedIn = CasePath(embed: Onboarding.Action.loggedIn) {
      if case .loggedIn(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
