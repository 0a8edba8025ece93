import KumikiArchitecture
import Observation
import Plants

/// Shows the plants as lines of text.
@MainActor
final class PlantsView {
  private let store: StoreOf<PlantList>
  private var subscriptions: [Subscription] = []

  init(store: StoreOf<PlantList>) {
    self.store = store
    subscriptions = [
      store.observe(\.thirsty) { print("\($0) thirsty") }
    ]
  }

  /// Replaces the body of a view: everything that it reads is observed.
  func draw() {
    withObservationTracking {
      for plant in store.plants {
        print(plant.isThirsty ? "○" : "●", plant.name)
      }
    } onChange: {
    }
  }
}
