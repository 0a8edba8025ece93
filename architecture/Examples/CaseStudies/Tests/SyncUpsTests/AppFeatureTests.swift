import KumikiArchitecture
import KumikiTesting
import Testing

@testable import SyncUps

@MainActor
@Suite("the app of sync-ups")
struct AppFeatureTests {
  @Test("a change on a screen shows in the list")
  func editing() async {
    let syncUp = SyncUp.mock
    @Shared(.syncUps) var syncUps = [syncUp]
    let store = TestStore(initialState: AppFeature.State()) {
      AppFeature()
    }
    let shared = Shared($syncUps[id: syncUp.id])!
    await store.send(\.path.push, (id: 0, .detail(SyncUpDetail.State(syncUp: shared)))) {
      $0.path[id: 0] = .detail(SyncUpDetail.State(syncUp: shared))
    }
    await store.send(\.path[id: 0].detail.editButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .edit(SyncUpForm.State(syncUp: syncUp))
    }
    var edited = syncUp
    edited.title = "Renamed"
    await store.send(\.path[id: 0].detail.destination.edit.binding.syncUp, edited) {
      $0.path[id: 0, case: \.detail]?.destination?.modify(\.edit) { $0.syncUp.title = "Renamed" }
    }
    await store.send(\.path[id: 0].detail.doneEditingButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = nil
      $0.syncUpsList.$syncUps.withLock { $0[id: syncUp.id]?.title = "Renamed" }
    }
  }

  @Test("a deleted one's screen is popped")
  func deleting() async {
    @Shared(.syncUps) var syncUps = [SyncUp.mock]
    let shared = Shared($syncUps[id: SyncUp.mock.id])!
    let store = TestStore(
      initialState: AppFeature.State(
        path: StackState([.detail(SyncUpDetail.State(syncUp: shared))]))
    ) {
      AppFeature()
    }
    await store.send(\.path[id: 0].detail.deleteButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .alert(.deleteSyncUp)
    }
    await store.send(\.path[id: 0].detail.destination.alert.confirmDeletion) {
      $0.path[id: 0, case: \.detail]?.destination = nil
      $0.syncUpsList.$syncUps.withLock { $0 = [] }
    }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }
}
