import Kumiki

/// A row that counts.
struct Row: Reducer {
  struct State: Identifiable, Equatable {
    let id: Int
    var count = 0
  }

  enum Action {
    case increment
    case hold
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .hold: return .run { _ in await Held.forever() }
    }
    return .none
  }
}

/// A list of rows that its parent adds to, removes from and reorders.
struct List: Reducer {
  struct State {
    var ticks = 0
    var rows: IdentifiedArrayOf<Row.State> = []

    init(rows count: Int) {
      for id in 0..<count { rows.append(Row.State(id: id)) }
    }
  }

  enum Action: CasePathable {
    case tick
    case append
    case removeLast
    case insert
    case remove
    case move
    case rows(IdentifiedActionOf<Row>)

    struct AllCasePaths {
      let rows = CasePath(embed: Action.rows) {
        if case .rows(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// The number of rows between two operations.
  let size: Int

  var body: some Reducer<State, Action> {
    Reduce { [size] state, action in
      switch action {
      case .tick: state.ticks += 1
      case .append: state.rows.append(Row.State(id: size))
      case .removeLast: state.rows.remove(id: size)
      case .insert: state.rows.insert(Row.State(id: size), at: size / 2)
      case .remove: state.rows.remove(at: size / 2)
      case .move: state.rows.move(from: 0, to: size - 1)
      case .rows: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}

/// Rows with one observer on one of them.
func measureRows(_ growth: Growth) {
  let names = ["rows.send", "rows.parent", "rows.append", "rows.middle", "rows.move"]
  growth.worlds(10...1_000_000, names) { size in
    let store = opaque(
      LoopStore(initialState: List.State(rows: size), loop: .current) { List(size: size) })
    let one = size / 2
    let observer = store.observe {
      $0.rows[id: one]?.count
    } onChange: { _ in
    }
    let increment = opaque(List.Action.rows(.element(id: one, action: .increment)))
    return Growth.World(
      holding: observer,
      [
        Growth.Operation("rows.send") { for _ in 0..<$0 { store.send(increment) } },
        Growth.Operation("rows.parent") { for _ in 0..<$0 { store.send(.tick) } },
        Growth.Operation("rows.append") {
          for _ in 0..<$0 {
            store.send(.append)
            store.send(.removeLast)
          }
        },
        Growth.Operation("rows.middle") {
          for _ in 0..<$0 {
            store.send(.insert)
            store.send(.remove)
          }
        },
        Growth.Operation("rows.move") { for _ in 0..<$0 { store.send(.move) } },
      ])
  }
}
