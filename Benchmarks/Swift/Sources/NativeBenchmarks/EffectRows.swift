import Kumiki

extension Bench {
  mutating func addEffectRows() {
    let told = told
    let working = {
      let store = opaque(Store(initialState: Worker.State()) { Worker() })
      return (store, store.subscribe { _ in told.pointee += 1 })
    }
    add("effect-task") {
      let (store, subscription) = working()
      let loop = Loop.current
      return { times in
        for _ in 0..<times {
          store.send(.work)
          try! loop.runUntilIdle(timeoutMilliseconds: 0)
        }
        withExtendedLifetime(subscription) {}
      }
    }
    add("effect-send") {
      let (store, subscription) = working()
      return { times in
        for _ in 0..<times { store.send(.ask) }
        withExtendedLifetime(subscription) {}
      }
    }
  }
}
