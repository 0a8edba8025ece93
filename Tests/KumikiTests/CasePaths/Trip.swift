import Kumiki

/// A feature with one of each thing that a case path leads through: a slot of two cases, a navigation path,
/// rows, a result, a field that views write, and an optional payload.
struct Trip: Reducer {
  struct State: Equatable, Sendable {
    @PresentationState var destination: Destination.State?
    var path: StackState<Counter.State> = []
    var rows: IdentifiedArrayOf<Row> = []
    var child: Counter.State?
    var answer = 0
    var isOn = false
    @BindingState var name = ""
  }

  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var counter = Counter.State()
  }

  enum Action: Equatable, Sendable, CasePathable {
    case binding(BindingAction<State>)
    case destination(PresentationAction<Destination.Action>)
    case maybe(Counter.Action?)
    case path(StackAction<Counter.State, Counter.Action>)
    case response(Result<Int, Failure>)
    case rows(IdentifiedAction<Int, Counter.Action>)

    struct AllCasePaths {
      let binding = CasePath(embed: Action.binding) {
        if case .binding(let action) = $0 { action } else { nil }
      }
      let destination = CasePath(embed: Action.destination) {
        if case .destination(let action) = $0 { action } else { nil }
      }
      let maybe = CasePath(embed: Action.maybe) {
        if case .maybe(let action) = $0 { .some(action) } else { nil }
      }
      let path = CasePath(embed: Action.path) {
        if case .path(let action) = $0 { action } else { nil }
      }
      let response = CasePath(embed: Action.response) {
        if case .response(let result) = $0 { result } else { nil }
      }
      let rows = CasePath(embed: Action.rows) {
        if case .rows(let action) = $0 { action } else { nil }
      }
    }

    /// How often the cases were requested.
    static let lookups = Record<Void>()
    static var allCasePaths: AllCasePaths {
      lookups(())
      return AllCasePaths()
    }
  }

  struct Failure: Error, Equatable {}

  var body: some Reducer<State, Action> {
    BindingReducer()
    // The child runs for the feature in one case of the slot, three steps down.
    Scope(state: \.spare, action: \.destination.presented.counter) { Counter() }
    Reduce { state, action in
      if case .response(.success(let answer)) = action { state.answer = answer }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) { Destination() }
    .ifLet(\.child, action: \.maybe.some) { Counter() }
    .forEach(\.path, action: \.path) { Counter() }
    .forEach(\.rows, action: \.rows) { RowFeature() }
  }

  struct RowFeature: Reducer {
    var body: some Reducer<Row, Counter.Action> {
      Scope(state: \.counter, action: \.self) { Counter() }
    }
  }
}

extension Trip.Action: BindableAction {}

extension Trip.State {
  /// A separate counter that counts the actions to the presented counter.
  var spare: Counter.State {
    get { Counter.State(count: answer) }
    set { answer = newValue.count }
  }
}

/// The presented feature: one of two features.
struct Destination: Reducer {
  @dynamicMemberLookup
  enum State: Equatable, Sendable, CasePathable {
    case counter(Counter.State)
    case note(String)

    struct AllCasePaths {
      let counter = CasePath(embed: State.counter) {
        if case .counter(let state) = $0 { state } else { nil }
      }
      let note = CasePath(embed: State.note) {
        if case .note(let text) = $0 { text } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Equatable, Sendable, CasePathable {
    case counter(Counter.Action)
    case note(String)

    struct AllCasePaths {
      let counter = CasePath(embed: Action.counter) {
        if case .counter(let action) = $0 { action } else { nil }
      }
      /// Named by hand: a computed property has no discoverable name.
      var note: CasePath<Action, String> {
        CasePath("note", embed: Action.note) { if case .note(let text) = $0 { text } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.counter, action: \.counter) { Counter() }
  }
}
