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
