import Floor
import Kumiki

/// The number that observers count. A pointer, because the check of a global variable for exclusive
/// access would be measured too.
nonisolated(unsafe) let told = {
  let told = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  told.initialize(to: 0)
  return told
}()

extension Bench {
  mutating func addCounterRows() {
    add("floor.counter") { { floor_counter($0) } }
    add("floor.present-dismiss") { { floor_present_dismiss($0) } }
    add("floor.effect") { { floor_effect($0) } }
    add("floor.row") { { floor_row($0) } }
    add("floor.append-remove") { { floor_append_remove($0) } }
    add("floor.observers") { { floor_observers($0) } }
    let told = told

    add("counter") {
      let store = opaque(Store(initialState: Counter.State()) { Counter() })
      let subscription = store.subscribe { _ in told.pointee += 1 }
      return { times in
        for _ in 0..<times { store.send(.increment) }
        withExtendedLifetime(subscription) {}
      }
    }
    add("scope") {
      let store = opaque(Store(initialState: Panel.State(child: Counter.State())) { Panel() })
      let subscription = store.subscribe { _ in told.pointee += 1 }
      return { times in
        for _ in 0..<times { store.send(.child(.increment)) }
        withExtendedLifetime(subscription) {}
      }
    }
  }
}
