import KumikiArchitecture
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
}
