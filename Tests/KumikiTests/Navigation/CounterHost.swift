import Kumiki

/// A parent that presents a counter and nothing else: its slot holds a struct.
struct CounterHost: Reducer {
  struct State: Equatable {
    @PresentationState var counter: Counter.State?
    /// A second slot, beside the first.
    @PresentationState var other: Counter.State?
  }

  enum Action: Equatable, Sendable {
    case counter(PresentationAction<Counter.Action>)
    case other(PresentationAction<Counter.Action>)
    case assign(Counter.State?)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .assign(let value) = action { state.counter = value }
      return .none
    }
    .ifLet(\.$counter, action: \.counter) { Counter() }
    .ifLet(\.$other, action: \.other) { Counter() }
  }
}

extension CounterHost.Action: CasePathable {
  struct AllCasePaths {
    let counter = CasePath(embed: CounterHost.Action.counter) {
      if case .counter(let action) = $0 { action } else { nil }
    }
    let other = CasePath(embed: CounterHost.Action.other) {
      if case .other(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
