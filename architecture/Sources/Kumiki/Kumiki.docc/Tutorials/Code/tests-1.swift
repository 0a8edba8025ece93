import ComposableArchitecture
import Testing

@testable import Plants

@MainActor
@Suite struct PlantListTests {
  @Test func aPlantIsWatered() async {
    let clock = TestClock()
    let store = TestStore(initialState: PlantList.State()) {
      PlantList()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }

    await store.send(.addButtonTapped(name: "Fern")) {
      $0.plants = [Plant(id: UUID(0), name: "Fern")]
    }
    await store.send(.waterButtonTapped(id: UUID(0)))
    await clock.advance(by: .seconds(1))
    await store.receive(\.soaked) {
      $0.plants[id: UUID(0)]?.isThirsty = false
    }
  }
}
