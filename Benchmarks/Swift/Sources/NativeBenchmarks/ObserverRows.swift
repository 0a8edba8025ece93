import Kumiki

/// Many rows with a number, each with its own observer.
struct Meters: Reducer {
  struct Meter: Identifiable {
    let id: Int
    var value = 0
  }

  struct State {
    var meters: IdentifiedArrayOf<Meter> = []

    init(_ count: Int) {
      for id in 0..<count { meters.append(Meter(id: id)) }
    }
  }

  enum Action {
    case increment(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .increment(let id) = action {
      _ = state.meters.modifyRow(id: id) { $0.value += 1 }
    }
    return .none
  }
}

/// Many numbers, each with its own observer.
struct Gauges: Reducer {
  struct State {
    var gauges: [Int]
    var others: [Int]
  }

  enum Action {
    case increment(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .increment(let index) = action { state.gauges[index] += 1 }
    return .none
  }
}

extension Bench {
  mutating func addObserverRows() {
    let told = told
    for idle in [0, 10_000] {
      add(idle == 0 ? "observers" : "observers-idle") {
        let store = opaque(Store(initialState: Meters.State(100 + idle)) { Meters() })
        let held = (0..<100 + idle).map { id in
          store.observe(\.meters, id: id, \.value) { _ in told.pointee += 1 }
        }
        return { times in
          for _ in 0..<times { store.send(.increment(50)) }
          withExtendedLifetime(held) {}
        }
      }
      add(idle == 0 ? "functions" : "functions-idle") {
        let state = Gauges.State(
          gauges: Array(repeating: 0, count: 100), others: Array(repeating: 0, count: idle))
        let store = opaque(Store(initialState: state) { Gauges() })
        var subscriptions = (0..<100).map { index in
          store.observe({ $0.gauges[index] }) { _ in told.pointee += 1 }
        }
        subscriptions += (0..<idle).map { index in
          store.observe({ $0.others[index] }) { _ in told.pointee += 1 }
        }
        let held = subscriptions
        return { times in
          for _ in 0..<times { store.send(.increment(50)) }
          withExtendedLifetime(held) {}
        }
      }
    }
  }
}
