import Kumiki

/// A form with fields that views write, and a field derived from another: for the tests of
/// bindings.
enum Form {
  struct State: Equatable, Sendable {
    var name = ""
    @BindingState var volume = 0
    var address = Address()
    /// The name as the reducers before and after the binding reducer saw it.
    var before = ""
    var after = ""
    @PresentationState var details: Details.State?
    var path = StackState<Details.State>()
  }

  struct Address: Equatable, Sendable, Codable {
    var street = ""
    var number = 0
  }

  enum Action: Equatable, Sendable, BindableAction, CasePathable {
    case binding(BindingAction<State>)
    case details(PresentationAction<Details.Action>)
    case path(StackAction<Details.State, Details.Action>)
    case navigation(NavigationAction<Details.State, Details.Action>)
    case open
    case noop

    struct AllCasePaths {
      let details = CasePath(embed: Action.details) {
        if case .details(let action) = $0 { action } else { nil }
      }
      let path = CasePath(embed: Action.path) {
        if case .path(let action) = $0 { action } else { nil }
      }
      let navigation = CasePath(embed: Action.navigation) {
        if case .navigation(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// Records the name, and forbids one of them.
  static func note(_ field: WritableKeyPath<State, String>) -> Reduce<State, Action> {
    Reduce { state, action in
      state[keyPath: field] = state.name
      if case .open = action { state.details = Details.State() }
      return .none
    }
  }

  /// The form's own step alone, with the binding reducer in its middle.
  static func fields() -> some Reducer<State, Action> {
    CombineReducers {
      note(\.before)
      BindingReducer()
      note(\.after)
    }
  }

  static func reducer() -> some Reducer<State, Action> {
    fields()
      .ifLet(\.$details, action: \.details) { Details() }
      .forEach(\.path, action: \.path) { Details() }
  }
}

extension Form.Address: BindableState {
  static var bindingPaths: [BindingPath<Self>] {
    [.field("/street", \.street), .field("/number", \.number)]
  }
}

extension Form.State: BindableState {
  static var bindingPaths: [BindingPath<Self>] {
    [.field("/name", \.name), .field("/volume", \.$volume), .field("/address", \.address)]
      + BindingPath.fields(below: "/address", \.address)
  }
}

/// The feature that a form presents: one more field, and a place for another such feature.
struct Details: Reducer {
  struct State: Equatable, Sendable {
    var note = ""
    @Boxed var deeper: State?

    init(note: String = "", deeper: State? = nil) {
      self.note = note
      _deeper = Boxed(wrappedValue: deeper)
    }
  }

  indirect enum Action: Equatable, Sendable, BindableAction, CasePathable {
    case binding(BindingAction<State>)
    case deeper(Action)

    struct AllCasePaths {
      let deeper = CasePath(embed: Action.deeper) {
        if case .deeper(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    /// As the feature's author may write it, instead of relying on reflection.
    var binding: BindingAction<State>? {
      if case .binding(let action) = self { action } else { nil }
    }
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
      .ifLet(\.deeper, action: \.deeper) { Details() }
  }
}
