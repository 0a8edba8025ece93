import Kumiki

/// A parent with an optional child and an optional alert: for the tests of `ifLet` on plain
/// optionals.
enum Household {
  enum AlertAction: Equatable, Sendable { case confirm, deny }

  struct State: Equatable {
    var child: Counter.State?
    var alert: AlertState<AlertAction>?
  }

  enum Action: Equatable, CasePathable {
    case child(Counter.Action)
    case alert(AlertAction)
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

  /// The parent's own step, as given by the test.
  static func parent(
    _ answer: @escaping (inout State, Action) -> Void
  ) -> Reduce<State, Action> {
    Reduce { state, action in
      answer(&state, action)
      return .none
    }
  }
}

/// A household whose child is run by `ifLet`.
func household(_ state: Household.State) throws -> StoreFixture<Household.State, Household.Action> {
  try StoreFixture(state) {
    Household.parent { _, _ in }.ifLet(\.child, action: \.child) { Counter() }
  }
}
