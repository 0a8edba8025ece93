import Kumiki

/// Rows that C reads by their ids.
struct List: Reducer {
  struct State: Codable {
    var rows: IdentifiedArrayOf<Row.State> = []
  }

  enum Action: Codable, CasePathable {
    case fill(Int)
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
      if case .fill(let count) = action {
        state.rows = IdentifiedArray((0..<count).map { Row.State(id: $0) }, id: \.id)
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}

struct Row: Reducer {
  struct State: Codable, Identifiable {
    let id: Int
    var count = 0
    var name = "row"
  }

  enum Action: Codable {
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
