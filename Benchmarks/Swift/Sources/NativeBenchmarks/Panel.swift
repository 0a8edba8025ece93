import Kumiki

/// A feature with one child at a fixed place.
struct Panel: Reducer {
  struct State {
    var opened = 0
    var child: Counter.State
  }

  enum Action: CasePathable {
    case open
    case child(Counter.Action)

    struct AllCasePaths {
      let child = CasePath(embed: Action.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .open = action { state.opened += 1 }
      return .none
    }
    Scope(state: \.child, action: \.child) { Counter() }
  }
}
