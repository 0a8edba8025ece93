import Kumiki

/// A list of counters with ids.
struct List: Reducer {
  struct State {
    var rows: IdentifiedArrayOf<Row.State> = []
  }

  enum Action: CasePathable {
    case append(Int)
    case remove(Int)
    case rows(IdentifiedAction<Int, Row.Action>)

    struct AllCasePaths {
      let rows = CasePath(embed: Action.rows) {
        if case .rows(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .append(let id): state.rows.append(Row.State(id: id))
      case .remove(let id): state.rows.remove(id: id)
      case .rows: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Row() }
  }

  @MainActor static func store(_ count: Int) -> Store<State, Action> {
    let rows = IdentifiedArray((0..<count).map { Row.State(id: $0) }, id: \.id)
    return opaque(Store(initialState: State(rows: rows)) { List() })
  }
}

struct Row: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
    var name = "row"
  }

  enum Action {
    case increment
    case rename(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .rename(let name): state.name = name
    }
    return .none
  }
}
