import Kumiki

/// Many actions in one burst.
struct Burst: Reducer {
  struct State {
    var count = 0
  }

  enum Action {
    case answered
    /// A number of actions from one merged effect.
    case merge(Int)
    /// A number of actions, each sent by the previous one.
    case chain(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .merge(let count): return .merge((0..<count).map { _ in .send(.answered) })
    case .chain(let left) where left > 0: return .send(.chain(left - 1))
    case .chain, .answered: state.count += 1
    }
    return .none
  }
}

func measureBursts(_ growth: Growth) {
  growth.batches(1...100_000, ["bursts.merge", "bursts.chain"]) { size in
    [Burst.Action.merge(size), .chain(size)].map { action in
      let store = opaque(LoopStore(initialState: Burst.State(), loop: .current) { Burst() })
      let start = now()
      store.send(action)
      return (now() - start) / Double(size)
    }
  }
}
