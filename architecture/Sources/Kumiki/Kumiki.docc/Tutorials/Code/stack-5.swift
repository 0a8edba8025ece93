import KumikiArchitecture
import Observation
import Plants

/// Shows the list, and the screen on top of it.
@MainActor
final class GardenView {
  private let store: StoreOf<Garden>
  private let list: PlantsView
  private let isStale = LockIsolated(true)

  init(store: StoreOf<Garden>) {
    self.store = store
    list = PlantsView(store: store.scope(state: \.list, action: \.list))
  }

  private var top: StoreOf<Garden.Path>? {
    store.path.ids.last.flatMap { store.scope(state: \.path[id: $0], action: \.path[id: $0]) }
  }

  /// Handles a line, and returns when its work has ended.
  func type(_ line: String) async {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let name = words.count > 1 ? words[1] : ""
    switch (words.first, top?.case) {
    case ("open", _):
      if let plant = list.plant(name) { store.send(.plantTapped(id: plant.id)) }
    case ("advice", .detail(let detail)):
      store.send(.adviceButtonTapped(detail.plant))
    case ("name", .detail(let detail)):
      detail.send(.nameChanged(name))
    case ("back", _):
      if let id = store.path.ids.last { store.send(.path(.popFrom(id: id))) }
    default:
      await list.type(line)
    }
  }

  func draw() {
    list.draw()
    guard isStale.value else { return }
    isStale.setValue(false)
    withObservationTracking {
      switch top?.case {
      case .detail(let detail):
        print("═", detail.plant.name)
      case .advice(for: let plant):
        print("═ Water the \(plant.name) little, and often.")
      case nil:
        break
      }
    } onChange: { [weak self, isStale] in
      isStale.setValue(true)
      Task { @MainActor in self?.draw() }
    }
  }
}
