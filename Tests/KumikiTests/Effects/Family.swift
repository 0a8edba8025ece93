import Kumiki

/// A feature that may present another like itself on either side.
///
/// Words: "start" ticks every second under the id "t", "replace" starts again with
/// `cancelInFlight`.
struct Family: Reducer {
  struct State {
    @PresentationState var left: State?
    @PresentationState var right: State?
  }

  indirect enum Action: Sendable {
    case word(String)
    case left(PresentationAction<Action>)
    case right(PresentationAction<Action>)
  }

  static func timer() -> Effect<Action> { .everySecond(.word("tick")) }

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      switch action {
      case .word("start"): return Self.timer().cancellable(id: "t")
      case .word("replace"): return Self.timer().cancellable(id: "t", cancelInFlight: true)
      default: return .none
      }
    }
    .ifLet(\.$left, action: \.left) { Family() }
    .ifLet(\.$right, action: \.right) { Family() }
  }
}

extension Family.Action: CasePathable {
  struct AllCasePaths {
    let left = CasePath(embed: Family.Action.left) {
      if case .left(let action) = $0 { action } else { nil }
    }
    let right = CasePath(embed: Family.Action.right) {
      if case .right(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
