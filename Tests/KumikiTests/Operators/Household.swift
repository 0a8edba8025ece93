import Kumiki

/// A parent with an optional child and an optional alert: for the checks of `ifLet` on plain optionals.
enum Household {
  /// A counter that is told from another by its `id`.
  struct Child: Equatable, Identifiable {
    var id = 0
    var counter = Counter.State()
  }

  enum AlertAction: Equatable, Sendable { case confirm, deny }

  struct State: Equatable {
    var child: Child?
    var alert: AlertState<AlertAction>?
    /// What the parent saw of the child, and how often it ran.
    var seen: Int?
    var runs = 0
  }

  enum Action: Equatable, CasePathable {
    case child(Counter.Action)
    case alert(AlertAction)
    /// Writes the child.
    case assign(Child?)
    case noop

    struct AllCasePaths {
      let child = CasePath(embed: Action.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
      let alert = CasePath(embed: Action.alert) {
        if case .alert(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct ChildReducer: Reducer {
    var body: some Reducer<Child, Counter.Action> {
      Scope(state: \.counter, action: \.itself) { Counter() }
    }
  }

  /// The parent's own step; `answer` is what the test adds to it.
  static func parent(
    _ answer: @escaping (inout State, Action) -> Void = { _, _ in }
  ) -> Reduce<State, Action> {
    Reduce { state, action in
      state.runs += 1
      if case .child = action { state.seen = state.child?.counter.count }
      if case .assign(let child) = action { state.child = child }
      answer(&state, action)
      return .none
    }
  }
}

/// A household whose child is run by `ifLet`.
func household(
  _ state: Household.State,
  _ answer: @escaping (inout Household.State, Household.Action) -> Void = { _, _ in }
) throws -> StoreFixture<Household.State, Household.Action> {
  try StoreFixture(state) {
    Household.parent(answer).ifLet(\.child, action: \.child) { Household.ChildReducer() }
  }
}
