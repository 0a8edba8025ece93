import KumikiArchitecture
import KumikiTesting
import Testing

@testable import SyncUps

@MainActor
@Suite("the list of sync-ups")
struct SyncUpsListTests {
  @Test("one is added")
  func adding() async {
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    var syncUp = SyncUp(id: UUID(0), attendees: [Attendee(id: UUID(1))])
    await store.send(.addSyncUpButtonTapped) {
      $0.destination = .add(SyncUpForm.State(syncUp: syncUp))
    }
    syncUp.title = "Engineering"
    await store.send(\.destination.add.binding.syncUp, syncUp) {
      $0.destination?.modify(\.add) { $0.syncUp.title = "Engineering" }
    }
    await store.send(.confirmAddSyncUpButtonTapped) {
      $0.destination = nil
      $0.$syncUps.withLock { $0 = [syncUp] }
    }
  }

  @Test("one is deleted after a question")
  func deleting() async {
    @Shared(.syncUps) var syncUps = [SyncUp.mock]
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    }
    await store.send(.deleteButtonTapped(id: SyncUp.mock.id)) {
      $0.destination = .alert(.deletion(id: SyncUp.mock.id))
    }
    await store.send(\.destination.alert.confirmDeletion, SyncUp.mock.id) {
      $0.destination = nil
      $0.$syncUps.withLock { $0 = [] }
    }
    #expect(syncUps == [])
  }
}
