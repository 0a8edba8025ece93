import Kumiki

/// Values side by side.
struct Slices: Reducer {
  struct State {
    var ticks = 0
    var values: [Int]
  }

  enum Action {
    case tick
    case change(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tick: state.ticks += 1
    case .change(let index): state.values[index] += 1
    }
    return .none
  }
}

func measureObservers(_ growth: Growth) {
  let names = ["observers.one", "observers.idle", "observers.subscribe"]
  growth.worlds(1...100_000, names) { size in
    let store = opaque(
      Store(initialState: Slices.State(values: Array(repeating: 0, count: size))) { Slices() })
    let observers = (0..<size).map { index in
      store.observe {
        $0.values[index]
      } onChange: { _ in
      }
    }
    let one = size / 2
    return Growth.World(
      holding: observers,
      [
        Growth.Operation("observers.one") { for _ in 0..<$0 { store.send(.change(one)) } },
        Growth.Operation("observers.idle") { for _ in 0..<$0 { store.send(.tick) } },
        Growth.Operation("observers.subscribe") {
          for _ in 0..<$0 {
            store.observe {
              $0.values[one]
            } onChange: { _ in
            }.cancel()
          }
        },
      ])
  }

  // Rows, each with a store of its own and an observer on it.
  let views = ["views.one", "views.idle", "views.append"]
  growth.worlds(1...100_000, views) { size in
    let store = opaque(Store(initialState: List.State(rows: size)) { List(size: size) })
    let rows = (0..<size).map { store.scope(state: \.rows, action: \.rows, id: $0)! }
    let observers = rows.map {
      $0.observe {
        $0.count
      } onChange: { _ in
      }
    }
    let one = rows[size / 2]
    return Growth.World(
      holding: (rows, observers),
      [
        Growth.Operation("views.one") { for _ in 0..<$0 { one.send(.increment) } },
        Growth.Operation("views.idle") { for _ in 0..<$0 { store.send(.tick) } },
        Growth.Operation("views.append") {
          for _ in 0..<$0 {
            store.send(.append)
            store.send(.removeLast)
          }
        },
      ])
  }
}
