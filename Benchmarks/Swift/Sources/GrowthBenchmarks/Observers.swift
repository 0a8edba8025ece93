import Kumiki

/// Numbers side by side: in rows, and in an array.
struct Slices: Reducer {
  struct Row: Identifiable {
    let id: Int
    var value = 0
  }

  struct State {
    var ticks = 0
    var rows: IdentifiedArrayOf<Row> = []
    var values: [Int]

    init(_ count: Int) {
      values = Array(repeating: 0, count: count)
      for id in 0..<count { rows.append(Row(id: id)) }
    }
  }

  enum Action {
    case tick
    case changeRow(Int)
    case changeValue(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tick: state.ticks += 1
    case .changeRow(let id): _ = state.rows.modifyRow(id: id) { $0.value += 1 }
    case .changeValue(let index): state.values[index] += 1
    }
    return .none
  }
}

func measureObservers(_ growth: Growth) {
  // Observers of rows, by id.
  measureSlices(growth, "observers", change: Slices.Action.changeRow) { store, id in
    store.observe(\.rows, id: id, \.value) { _ in }
  }
  // Observers that are functions of the whole state.
  measureSlices(growth, "functions", change: Slices.Action.changeValue) { store, index in
    store.observe {
      $0.values[index]
    } onChange: { _ in
    }
  }

  // Rows, each with its own store and an observer on it.
  let views = ["views.one", "views.idle", "views.append"]
  growth.worlds(1...100_000, views) { size in
    let store = opaque(
      LoopStore(initialState: List.State(rows: size), loop: .current) { List(size: size) })
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

private func measureSlices(
  _ growth: Growth, _ name: String, change: @escaping (Int) -> Slices.Action,
  observe: @escaping (LoopStore<Slices.State, Slices.Action>, Int) -> Subscription
) {
  let (one, idle, subscribe) = ("\(name).one", "\(name).idle", "\(name).subscribe")
  growth.worlds(1...100_000, [one, idle, subscribe]) { size in
    let store = opaque(LoopStore(initialState: Slices.State(size), loop: .current) { Slices() })
    let middle = size / 2
    return Growth.World(
      holding: (0..<size).map { observe(store, $0) },
      [
        Growth.Operation(one) { for _ in 0..<$0 { store.send(change(middle)) } },
        Growth.Operation(idle) { for _ in 0..<$0 { store.send(.tick) } },
        Growth.Operation(subscribe) { for _ in 0..<$0 { observe(store, middle).cancel() } },
      ])
  }
}
