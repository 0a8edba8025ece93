import Kumiki

/// A feature that presents a counter.
struct Parent: Reducer {
  struct State {
    var opened = 0
    @PresentationState var destination: Counter.State?
  }

  enum Action: CasePathable {
    case open
    case destination(PresentationAction<Counter.Action>)

    struct AllCasePaths {
      let destination = CasePath(embed: Action.destination) {
        if case .destination(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .open = action {
        state.opened += 1
        state.destination = Counter.State()
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) { Counter() }
  }
}

/// The same with a slot whose key path is known only at run time, so that nothing can be inlined.
struct RuntimePath: Reducer {
  typealias State = Parent.State
  typealias Action = Parent.Action

  let slot: WritableKeyPath<State, PresentationState<Counter.State>>

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .ifLet(slot, action: \.destination) { Counter() }
  }
}

/// A feature that presents one of two features: the destination is an enum.
struct Chooser: Reducer {
  struct State {
    @PresentationState var destination: Destination.State?
  }

  enum Action: CasePathable {
    case destination(PresentationAction<Destination.Action>)

    struct AllCasePaths {
      let destination = CasePath(embed: Action.destination) {
        if case .destination(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .ifLet(\.$destination, action: \.destination) { Destination() }
  }
}

struct Destination: Reducer {
  enum State: CasePathable {
    case counter(Counter.State)
    case worker(Worker.State)

    struct AllCasePaths {
      let counter = CasePath(embed: State.counter) {
        if case .counter(let state) = $0 { state } else { nil }
      }
      let worker = CasePath(embed: State.worker) {
        if case .worker(let state) = $0 { state } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable {
    case counter(Counter.Action)
    case worker(Worker.Action)

    struct AllCasePaths {
      let counter = CasePath(embed: Action.counter) {
        if case .counter(let action) = $0 { action } else { nil }
      }
      let worker = CasePath(embed: Action.worker) {
        if case .worker(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.counter, action: \.counter) { Counter() }
    Scope(state: \.worker, action: \.worker) { Worker() }
  }
}
