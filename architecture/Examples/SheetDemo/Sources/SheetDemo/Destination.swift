import Kumiki

/// The features that the screen presents, one at a time.
struct Destination: Reducer {
  enum State: Codable, Equatable {
    case counter(Counter.State)
    case animations(Animations.State)
    case alert(Alert)
  }

  enum Action: Codable, Equatable {
    case counter(Counter.Action)
    case animations(Animations.Action)
    case alert(Alert.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: \.counter) { Counter() }
    Scope(state: \.animations, action: \.animations) { Animations() }
  }
}

/// A question with two answers. It is ephemeral, so either answer dismisses it.
struct Alert: EphemeralState, Codable, Equatable {
  enum Action: Codable, Equatable {
    case confirm
    case deny
  }

  var title: String
}

extension Destination.State: CasePathable {
  struct AllCasePaths {
    let counter = CasePath(embed: Destination.State.counter) {
      if case .counter(let state) = $0 { state } else { nil }
    }
    let animations = CasePath(embed: Destination.State.animations) {
      if case .animations(let state) = $0 { state } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Destination.Action: CasePathable {
  struct AllCasePaths {
    let counter = CasePath(embed: Destination.Action.counter) {
      if case .counter(let action) = $0 { action } else { nil }
    }
    let animations = CasePath(embed: Destination.Action.animations) {
      if case .animations(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
