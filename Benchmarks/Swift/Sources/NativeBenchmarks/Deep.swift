import Kumiki

/// A feature nested in itself through a box, to the depth of its state: fifty scopes without fifty types.
struct Deep: Reducer {
  struct State {
    var count = 0
    @Boxed var below: State?
  }

  enum Action {
    case increment
    indirect case below(Action)
  }

  /// Reaches the state below, if present.
  struct Below: StateOptic {
    typealias Root = State
    typealias Value = State

    var opticID: OpticID { OpticID("below") }
    var name: String { "below" }

    func modify<Result>(_ root: inout State, _ body: (inout State) -> Result) -> Result? {
      root.below == nil ? nil : body(&root.below!)
    }
  }

  static let action = CasePath(embed: Action.below) {
    if case .below(let action) = $0 { action } else { nil }
  }

  var body: some Reducer<State, Action> {
    Recurse { nested in
      Reduce<State, Action> { state, action in
        if case .increment = action { state.count += 1 }
        return .none
      }
      Scope(Below(), Deep.action, nested, label: OperatorLabel("Scope", at: Site(#fileID, #line)))
    }
  }

  /// A state nested to the given depth, and the action that reaches its last level.
  static func nested(_ depth: Int) -> (State, Action) {
    var state = State(below: nil)
    var action = Action.increment
    for _ in 0..<depth {
      state = State(below: state)
      action = .below(action)
    }
    return (state, action)
  }
}
