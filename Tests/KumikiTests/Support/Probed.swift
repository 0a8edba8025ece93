import Kumiki

/// A feature with a probe in each place that a step can reach.
struct Probed: Reducer {
  struct Child: Equatable, Identifiable, Sendable {
    var id = 0
    /// How many actions it handled.
    var count = 0
  }

  enum Choice: Equatable, Sendable, CasePathable {
    case first(Child)

    struct AllCasePaths {
      let first = CasePath(embed: Choice.first) { choice -> Child? in
        switch choice {
        case .first(let child): child
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct State: Equatable {
    /// How many actions the parent was run with.
    var count = 0
    var part = Child()
    var optional: Child? = Child()
    var choice: Choice = .first(Child())
    @PresentationState var slot: Child?
    var rows: IdentifiedArrayOf<Child> = [Child(id: 1)]
    var path: StackState<Child> = [Child()]

    init() { slot = Child() }
  }

  enum ChildAction: Equatable, Sendable, CasePathable {
    case pass
    /// Starts a lasting effect, and ends it.
    case hold
    case stop

    struct AllCasePaths {
      let itself = CasePath<ChildAction, ChildAction>(embed: { $0 }, extract: { $0 })
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Equatable, Sendable, CasePathable {
    /// Of the parent itself.
    case own(ChildAction)
    case part(ChildAction)
    case optional(ChildAction)
    case choice(ChildAction)
    case slot(PresentationAction<ChildAction>)
    case rows(IdentifiedAction<Int, ChildAction>)
    case path(StackAction<Child, ChildAction>)

    struct AllCasePaths {
      let part = CasePath(embed: Action.part) {
        if case .part(let action) = $0 { action } else { nil }
      }
      let optional = CasePath(embed: Action.optional) {
        if case .optional(let action) = $0 { action } else { nil }
      }
      let choice = CasePath(embed: Action.choice) {
        if case .choice(let action) = $0 { action } else { nil }
      }
      let slot = CasePath(embed: Action.slot) {
        if case .slot(let action) = $0 { action } else { nil }
      }
      let rows = CasePath(embed: Action.rows) {
        if case .rows(let action) = $0 { action } else { nil }
      }
      let path = CasePath(embed: Action.path) {
        if case .path(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// The target of a child's action.
  enum Place: String, CaseIterable, Sendable {
    case part, optional, choice, slot, rows, path

    func action(_ action: ChildAction) -> Action {
      switch self {
      case .part: .part(action)
      case .optional: .optional(action)
      case .choice: .choice(action)
      case .slot: .slot(.presented(action))
      case .rows: .rows(.element(id: 1, action: action))
      case .path: .path(.element(id: 0, action: action))
      }
    }
  }

  /// The kind of the child in a place.
  static func child(_ place: Place, in state: State) -> Child? {
    switch place {
    case .part: state.part
    case .optional: state.optional
    case .choice: if case .first(let child) = state.choice { child } else { nil }
    case .slot: state.slot
    case .rows: state.rows[id: 1]
    case .path: state.path.first
    }
  }

  let paths: Record<PassedProbe>

  /// A child: a probe, and effects that a test starts and ends.
  private func child(
    _ place: Place
  ) -> SequenceReducer<PathProbe<Child, ChildAction>, Kumiki.Reduce<Child, ChildAction>> {
    SequenceReducer(
      PathProbe(place.rawValue, paths),
      Kumiki.Reduce { child, action in
        child.count += 1
        return Self.effect(of: action)
      })
  }

  private static func effect<Action: Sendable>(of action: ChildAction) -> Effect<Action> {
    switch action {
    case .pass: .none
    case .hold: .never.cancellable(id: "held")
    case .stop: .cancel(id: "held")
    }
  }

  var body: some Reducer<State, Action> {
    CombineReducers {
      PathProbe<State, Action>("root", paths)
      Reduce { state, action in
        state.count += 1
        if case .own(let action) = action { return Self.effect(of: action) }
        return .none
      }
      Scope(state: \.part, action: \.part) { child(.part) }
      Scope(state: \.choice, action: \.choice) {
        EmptyReducer<Choice, ChildAction>()
          .ifCaseLet(\.first, action: \.itself) { child(.choice) }
      }
      EmptyReducer<State, Action>()
        .ifLet(\.optional, action: \.optional) { child(.optional) }
        .forEach(\.rows, action: \.rows) { child(.rows) }
        .forEach(\.path, action: \.path) { child(.path) }
    }
    .ifLet(\.$slot, action: \.slot) { child(.slot) }
  }
}
