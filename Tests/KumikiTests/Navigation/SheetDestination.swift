import Kumiki

extension Sheet {
  /// The possible presentations of a sheet.
  struct Destination: Reducer {
    enum State: Equatable, Sendable {
      case counter(Counter.State)
      case animations(Animations.State)
      case item(Item.State)
      case alert(AlertState<Choice>)
      case dialog(ConfirmationDialogState<Choice>)
    }

    enum Action: Equatable, Sendable {
      case counter(Counter.Action)
      case animations(Animations.Action)
      case item(Counter.Action)
      case alert(Choice)
      case dialog(Choice)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: \.counter) { Counter() }
      Scope(state: \.animations, action: \.animations) { Animations() }
      Scope(state: \.item, action: \.item) { Item() }
      Scope(state: \.alert, action: \.alert) { EmptyReducer() }
      Scope(state: \.dialog, action: \.dialog) { EmptyReducer() }
    }
  }

  /// The buttons of the alert and of the dialog.
  enum Choice: Equatable, Sendable { case confirm, deny }

  struct Animations: Reducer {
    struct State: Equatable, Sendable { var color = "white" }
    enum Action: Equatable, Sendable { case setColor(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .setColor(let color) = action { state.color = color }
      return .none
    }
  }

  /// A counter that has an id.
  struct Item: Reducer {
    struct State: Equatable, Identifiable, Sendable {
      var id: Int
      var counter = Counter.State()
    }

    var body: some Reducer<State, Counter.Action> {
      Scope(state: \.counter, action: \.itself) { Counter() }
    }
  }
}

extension Sheet.Destination.State {
  static func counter(count: Int) -> Self { .counter(Counter.State(count: count)) }
  static func animations(_ color: String) -> Self {
    .animations(Sheet.Animations.State(color: color))
  }
  static func item(id: Int, count: Int = 0) -> Self {
    .item(Sheet.Item.State(id: id, counter: Counter.State(count: count)))
  }
  static func alert(_ title: String) -> Self { .alert(AlertState(title: TextState(title))) }
  static func dialog(_ title: String) -> Self {
    .dialog(ConfirmationDialogState(title: TextState(title)))
  }
}

extension Sheet.Destination.State: CasePathable {
  struct AllCasePaths {
    let counter = CasePath(embed: Sheet.Destination.State.counter) {
      if case .counter(let state) = $0 { state } else { nil }
    }
    let animations = CasePath(embed: Sheet.Destination.State.animations) {
      if case .animations(let state) = $0 { state } else { nil }
    }
    let item = CasePath(embed: Sheet.Destination.State.item) {
      if case .item(let state) = $0 { state } else { nil }
    }
    let alert = CasePath(embed: Sheet.Destination.State.alert) {
      if case .alert(let state) = $0 { state } else { nil }
    }
    let dialog = CasePath(embed: Sheet.Destination.State.dialog) {
      if case .dialog(let state) = $0 { state } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Sheet.Destination.Action: CasePathable {
  struct AllCasePaths {
    let counter = CasePath(embed: Sheet.Destination.Action.counter) {
      if case .counter(let action) = $0 { action } else { nil }
    }
    let animations = CasePath(embed: Sheet.Destination.Action.animations) {
      if case .animations(let action) = $0 { action } else { nil }
    }
    let item = CasePath(embed: Sheet.Destination.Action.item) {
      if case .item(let action) = $0 { action } else { nil }
    }
    let alert = CasePath(embed: Sheet.Destination.Action.alert) {
      if case .alert(let action) = $0 { action } else { nil }
    }
    let dialog = CasePath(embed: Sheet.Destination.Action.dialog) {
      if case .dialog(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
