import KumikiArchitecture
import KumikiTesting
import Testing

@testable import Plants

@MainActor
@Suite struct GardenTests {
  @Test func aPlantIsRenamedOnItsScreen() async throws {
    let fern = Plant(id: UUID(0), name: "Fern")
    @Shared(.plants) var plants = [fern]
    let shared = try #require(Shared($plants[id: fern.id]))
    let store = TestStore(initialState: Garden.State()) { Garden() }

    await store.send(.plantTapped(id: fern.id)) {
      $0.path[id: 0] = .detail(PlantDetail.State(plant: shared))
    }
    await store.send(\.path[id: 0].detail.nameChanged, "Boston fern") {
      $0.list.$plants.withLock { $0[id: fern.id]?.name = "Boston fern" }
    }
    await store.send(.adviceButtonTapped(plants[0])) {
      $0.path[id: 1] = .advice(for: plants[0])
    }
    await store.send(\.path.popFrom, 0) { $0.path = StackState() }
  }
}
