import KumikiArchitecture
import Observation
import Plants

/// Shows the plants as lines of text.
@MainActor
final class PlantsView {
  private let store: StoreOf<PlantList>
  private var subscriptions: [Subscription] = []
  private let isStale = LockIsolated(true)

  init(store: StoreOf<PlantList>) {
    self.store = store
    subscriptions = [
      store.observe(\.thirsty) { print("\($0) thirsty") }
    ]
  }

  /// Handles a line, and returns when its work has ended.
  func type(_ line: String) async {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let name = words.count > 1 ? words[1] : ""
    switch words.first {
    case "add":
      store.send(.addButtonTapped(name: name))
    case "water":
      guard let plant = plant(name) else { return }
      await store.send(.waterButtonTapped(id: plant.id)).finish()
    default:
      print("add NAME, water NAME")
    }
  }

  func plant(_ name: String) -> Plant? {
    let plant = store.plants.first { $0.name == name }
    if plant == nil { print("There is no \(name).") }
    return plant
  }

  /// Replaces the body of a view: everything that it reads is observed. It draws only if a value that
  /// it read has changed.
  func draw() {
    guard isStale.value else { return }
    isStale.setValue(false)
    withObservationTracking {
      for plant in store.plants {
        print(plant.isThirsty ? "○" : "●", plant.name)
      }
    } onChange: { [weak self, isStale] in
      isStale.setValue(true)
      Task { @MainActor in self?.draw() }
    }
  }
}
