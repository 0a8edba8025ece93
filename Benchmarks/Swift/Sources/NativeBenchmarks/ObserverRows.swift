import Kumiki

/// Many numbers, each for an observer of its own.
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
