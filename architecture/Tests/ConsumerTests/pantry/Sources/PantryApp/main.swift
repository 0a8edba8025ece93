import ComposableArchitecture
import Pantry

let store = Store(initialState: Shelf.State(jars: [Jar(id: 1, name: "Flour")])) {
  Shelf()
}
// A test store in a program that is not a test: failures go to standard error.
if CommandLine.arguments.dropFirst().first == "--tries-a-test" {
  _ = TestStore(initialState: Shelf.State()) { Shelf() }
}
let task = store.send(.orderTapped(id: 1))
await task.finish()
print("\(store.jars.weight) g of flour, for \(store.spent)")
