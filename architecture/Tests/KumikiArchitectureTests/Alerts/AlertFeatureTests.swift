import KumikiArchitecture
import KumikiTesting
import Testing

@Reducer
struct Mailbox {
  @ObservableState
  struct State: Equatable {
    var mails = 2
    @Presents var alert: AlertState<Action.Alert>?
  }

  enum Action {
    case deleteTapped
    case alert(PresentationAction<Alert>)

    @CasePathable
    enum Alert: Equatable, Sendable { case deleteConfirmed }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteTapped:
        state.alert = AlertState {
          TextState("Delete \(state.mails) mails?")
        } actions: {
          ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
          ButtonState(role: .cancel) { TextState("Cancel") }
        } message: {
          TextState("For ever.")
        }
        return .none
      case .alert(.presented(.deleteConfirmed)):
        state.mails = 0
        return .none
      case .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@MainActor @Suite struct AlertFeatureTests {
  @Test func `T5: an alert of a feature with macros, tested as it is written there`() async {
    let store = TestStore(initialState: Mailbox.State()) { Mailbox() }
    await store.send(.deleteTapped) {
      $0.alert = AlertState {
        TextState("Delete 2 mails?")
      } actions: {
        ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
        ButtonState(role: .cancel) { TextState("Cancel") }
      } message: {
        TextState("For ever.")
      }
    }
    await store.send(.alert(.presented(.deleteConfirmed))) {
      $0.alert = nil
      $0.mails = 0
    }
    await store.send(.deleteTapped) {
      $0.alert = AlertState(
        title: TextState("Delete 0 mails?"), message: TextState("For ever."),
        buttons: [
          .destructive(TextState("Delete"), action: .send(.deleteConfirmed)),
          .cancel(TextState("Cancel")),
        ])
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test func `T6: a view of a feature with macros is told of its alerts`() throws {
    let store = Store(initialState: Mailbox.State()) { Mailbox() }
    var titles: [TextState?] = []
    var shown: PresentedAlert?
    let subscription = store.observeAlert(\.$alert, action: \.alert) {
      titles.append($0?.title)
      shown = $0
    }
    store.send(.deleteTapped)
    shown?.buttons[0].press()
    #expect(titles == [nil, "Delete 2 mails?", nil])
    #expect(store.mails == 0)
    withExtendedLifetime(subscription) {}
  }
}
