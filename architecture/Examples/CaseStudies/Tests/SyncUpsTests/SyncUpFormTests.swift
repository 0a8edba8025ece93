import KumikiArchitecture
import KumikiTesting
import Testing

@testable import SyncUps

@MainActor
@Suite("the form of a sync-up")
struct SyncUpFormTests {
  @Test("attendees come and go, and the focus with them")
  func attendees() async {
    let store = TestStore(
      initialState: SyncUpForm.State(syncUp: .mock)
    ) {
      SyncUpForm()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addAttendeeButtonTapped) {
      $0.focus = .attendee(UUID(0))
      $0.syncUp.attendees.append(Attendee(id: UUID(0)))
    }
    await store.send(.onDeleteAttendees([0])) {
      $0.focus = .attendee(UUID(-3))
      $0.syncUp.attendees.remove(id: UUID(-2))
    }
    await store.send(.set(\.syncUp.title, "Morning")) { $0.syncUp.title = "Morning" }
    await store.send(.onDeleteAttendees([0, 1])) {
      $0.focus = .attendee(UUID(1))
      $0.syncUp.attendees = [Attendee(id: UUID(1))]
    }
  }

  @Test("a new one has an attendee")
  func firstAttendee() {
    let store = TestStore(
      initialState: SyncUpForm.State(syncUp: SyncUp(id: UUID(-1)))
    ) {
      SyncUpForm()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    expectNoDifference(store.state.syncUp.attendees, [Attendee(id: UUID(0))])
  }
}
