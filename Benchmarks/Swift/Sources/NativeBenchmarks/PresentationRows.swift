import Kumiki

extension Bench {
  mutating func addPresentationRows() {
    let told = told
    let presented = {
      let store = opaque(Store(initialState: Parent.State()) { Parent() })
      store.send(.open)
      return (store, store.subscribe { _ in told.pointee += 1 })
    }
    add("presented") {
      let (store, subscription) = presented()
      let increment = opaque(Parent.Action.destination(.presented(.increment)))
      return { times in
        for _ in 0..<times { store.send(increment) }
        withExtendedLifetime(subscription) {}
      }
    }
    // The case is indirect, so that a feature can present itself: making the action allocates.
    add("presented-made") {
      let (store, subscription) = presented()
      return { times in
        for _ in 0..<times { store.send(.destination(.presented(.increment))) }
        withExtendedLifetime(subscription) {}
      }
    }
    add("presented-runtime") {
      let slot = opaque(\Parent.State.$destination as WritableKeyPath)
      let store = opaque(
        Store(initialState: Parent.State(destination: Counter.State())) { RuntimePath(slot: slot) })
      let subscription = store.subscribe { _ in told.pointee += 1 }
      return { times in
        for _ in 0..<times { store.send(.destination(.presented(.increment))) }
        withExtendedLifetime(subscription) {}
      }
    }
    add("presented-case") {
      let store = opaque(
        Store(initialState: Chooser.State(destination: .counter(Counter.State()))) { Chooser() })
      let subscription = store.subscribe { _ in told.pointee += 1 }
      return { times in
        for _ in 0..<times { store.send(.destination(.presented(.counter(.increment)))) }
        withExtendedLifetime(subscription) {}
      }
    }
    add("present-dismiss") {
      let store = opaque(Store(initialState: Parent.State()) { Parent() })
      let subscription = store.subscribe { _ in told.pointee += 1 }
      return { times in
        for _ in 0..<times {
          store.send(.open)
          store.send(.destination(.dismiss))
        }
        withExtendedLifetime(subscription) {}
      }
    }
  }
}
