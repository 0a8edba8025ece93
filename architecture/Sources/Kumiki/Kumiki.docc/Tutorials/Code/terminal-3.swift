import KumikiArchitecture
import Plants

@main struct App {
  @MainActor static func main() async {
    let store = Store(initialState: PlantList.State()) { PlantList() }
    store.send(.addButtonTapped(name: "Fern"))
    guard let fern = store.plants.first else { return }
    await store.send(.waterButtonTapped(id: fern.id)).finish()
    print(store.plants.map { "\($0.name): \($0.isThirsty ? "thirsty" : "watered")" })
  }
}
