import KumikiArchitecture
import Plants

@main struct App {
  @MainActor static func main() async {
    let store = Store(initialState: PlantList.State()) { PlantList() }
    store.send(.addButtonTapped(name: "Fern"))
    print(store.plants.map(\.name))
  }
}
