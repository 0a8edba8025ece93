import Kumiki

/// One level of a navigation path: its own counter, an optional one, and a slot for the next level.
///
/// `Floor<Floor<Counter>>` is a root that presents a floor that presents a counter.
struct Floor<Above: Reducer & Sendable>: Reducer, Sendable
where Above.State: Equatable & Sendable, Above.Action: Equatable & Sendable {
  struct State: Equatable, Sendable {
    var own = Counter.State()
    var part: Counter.State? = Counter.State()
    @PresentationState var above: Above.State?
  }

  enum Action: Equatable, Sendable {
    case own(Counter.Action)
    case part(Counter.Action)
    case above(DestinationAction<Above.State, Above.Action>)
  }

  let dialect: Dialect
  let above: Above

  private var ground: some Reducer<State, Action> {
    CombineReducers { Scope(state: \.own, action: \.own) { Counter() } }
      .ifLet(\.part, action: \.part) { Counter() }
  }

  var body: some ReducerOf<Self> {
    switch dialect {
    case .modern: ground.ifLet(\.$above, action: \.shown) { above }
    case .seed: ground.presentationDestination(\.$above, action: \.above) { above }
    }
  }
}

extension Floor.Action {
  /// An action of the next level.
  static func presented(_ action: Above.Action) -> Self { .above(.presented(action)) }
  static var dismiss: Self { .above(.dismiss) }
}

extension Floor.Action: CasePathable {
  struct AllCasePaths {
    let own = CasePath<Floor.Action, Counter.Action>(embed: { .own($0) }) {
      if case .own(let action) = $0 { action } else { nil }
    }
    let part = CasePath<Floor.Action, Counter.Action>(embed: { .part($0) }) {
      if case .part(let action) = $0 { action } else { nil }
    }
    let above = CasePath<Floor.Action, DestinationAction<Above.State, Above.Action>>(
      embed: { .above($0) },
      extract: { if case .above(let action) = $0 { action } else { nil } })
    /// The slot's actions as the modern dialect has them.
    let shown = CasePath<Floor.Action, PresentationAction<Above.Action>>(
      embed: {
        switch $0 {
        case .dismiss: .above(.dismiss)
        case .presented(let action): .above(.presented(action))
        }
      },
      extract: {
        switch $0 {
        case .above(.dismiss): .dismiss
        case .above(.presented(let action)): .presented(action)
        default: nil
        }
      })
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// What a floor may lead to that is one of two: another floor, or a color.
struct Hall: Reducer, Sendable {
  enum State: Equatable, Sendable {
    case floor(Floor<Counter>.State)
    case animations(Sheet.Animations.State)
  }

  enum Action: Equatable, Sendable {
    case floor(Floor<Counter>.Action)
    case animations(Sheet.Animations.Action)
    /// Turns into the other case.
    case turn
  }

  let dialect: Dialect

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .turn { state = .animations(Sheet.Animations.State()) }
      return .none
    }
    Scope(state: \.floor, action: \.floor) { Floor(dialect: dialect, above: Counter()) }
    Scope(state: \.animations, action: \.animations) { Sheet.Animations() }
  }
}

extension Hall.State: CasePathable {
  struct AllCasePaths {
    let floor = CasePath(embed: Hall.State.floor) {
      if case .floor(let state) = $0 { state } else { nil }
    }
    let animations = CasePath(embed: Hall.State.animations) {
      if case .animations(let state) = $0 { state } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Hall.Action: CasePathable {
  struct AllCasePaths {
    let floor = CasePath(embed: Hall.Action.floor) {
      if case .floor(let action) = $0 { action } else { nil }
    }
    let animations = CasePath(embed: Hall.Action.animations) {
      if case .animations(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
