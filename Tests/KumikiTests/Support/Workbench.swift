import Kumiki

// A feature with one of each kind of part, for the page on observing.

/// A number that can grow.
struct Tally: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
  }

  enum Action: Equatable { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

/// One of two ways to show something.
struct Mode: Reducer {
  enum State: Equatable, CasePathable {
    case list(Tally.State)
    case grid(Tally.State)

    struct AllCasePaths {
      let list = CasePath(embed: State.list) {
        if case .list(let tally) = $0 { tally } else { nil }
      }
      let grid = CasePath(embed: State.grid) {
        if case .grid(let tally) = $0 { tally } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Equatable, CasePathable {
    case toGrid
    case list(Tally.Action)
    case grid(Tally.Action)

    struct AllCasePaths {
      let list = CasePath(embed: Action.list) {
        if case .list(let tally) = $0 { tally } else { nil }
      }
      let grid = CasePath(embed: Action.grid) {
        if case .grid(let tally) = $0 { tally } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .toGrid = action { state = .grid(Tally.State(count: 5)) }
      return .none
    }
    .ifCaseLet(\.list, action: \.list) { Tally() }
    .ifCaseLet(\.grid, action: \.grid) { Tally() }
  }
}

struct Workbench: Reducer {
  struct Todo: Equatable, Identifiable {
    let id: Int
    var isDone = false
  }

  struct State: Equatable {
    var title = ""
    var todos: IdentifiedArrayOf<Todo> = [Todo(id: 7)]
    var rows: IdentifiedArrayOf<Tally.State> = [Tally.State(id: 1), Tally.State(id: 2)]
    var counter = Tally.State()
    var mode = Mode.State.list(Tally.State())
    @PresentationState var sheet: Tally.State?
  }

  enum Action: Equatable {
    case rename(String)
    case finish(Int), remove(Int), removeRow(Int)
    case openSheet
    case counter(Tally.Action)
    case mode(Mode.Action)
    case rows(IdentifiedActionOf<Tally>)
    case sheet(PresentationAction<Tally.Action>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: \.counter) { Tally() }
    Scope(state: \.mode, action: \.mode) { Mode() }
    Reduce { state, action in
      switch action {
      case .rename(let title): state.title = title
      case .finish(let id): state.todos[id: id]?.isDone = true
      case .remove(let id): state.todos[id: id] = nil
      case .removeRow(let id): state.rows[id: id] = nil
      case .openSheet: state.sheet = Tally.State()
      case .counter, .mode, .rows, .sheet: break
      }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { Tally() }
    .forEach(\.rows, action: \.rows) { Tally() }
  }
}

extension Workbench.Action: CasePathable {
  struct AllCasePaths {
    let counter = CasePath(embed: Workbench.Action.counter) {
      if case .counter(let action) = $0 { action } else { nil }
    }
    let mode = CasePath(embed: Workbench.Action.mode) {
      if case .mode(let action) = $0 { action } else { nil }
    }
    let rows = CasePath(embed: Workbench.Action.rows) {
      if case .rows(let action) = $0 { action } else { nil }
    }
    let sheet = CasePath(embed: Workbench.Action.sheet) {
      if case .sheet(let action) = $0 { action } else { nil }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
