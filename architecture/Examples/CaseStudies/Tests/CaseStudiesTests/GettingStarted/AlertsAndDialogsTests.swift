import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("alerts and dialogs")
struct AlertsAndDialogsTests {
  @Test("the alert asks before all is thrown away")
  func alert() async {
    let store = TestStore(initialState: AlertsAndDialogs.State(stock: 3)) {
      AlertsAndDialogs()
    }
    await store.send(.emptyButtonTapped) {
      $0.alert = AlertState {
        TextState("Throw all away?")
      } actions: {
        ButtonState(role: .destructive, action: .emptyConfirmed) {
          TextState("Throw away")
        }
        ButtonState(role: .cancel) {
          TextState("Keep")
        }
      } message: {
        TextState("There are 3 in stock.")
      }
    }
    await store.send(\.alert.presented.emptyConfirmed) {
      $0.alert = nil
      $0.stock = 0
    }
  }

  @Test("an alert can be dismissed")
  func dismissal() async {
    let store = TestStore(
      initialState: AlertsAndDialogs.State(
        alert: AlertState { TextState("Hello") })
    ) {
      AlertsAndDialogs()
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test("a dialog's buttons order")
  func dialog() async {
    let store = TestStore(initialState: AlertsAndDialogs.State()) {
      AlertsAndDialogs()
    }
    await store.send(.orderButtonTapped) {
      $0.dialog = ConfirmationDialogState(titleVisibility: .visible) {
        TextState("Order")
      } actions: {
        ButtonState(role: .cancel) { TextState("Cancel") }
        ButtonState(action: .pieceTapped) { TextState("One piece") }
        ButtonState(action: .boxTapped) { TextState("A box of twelve") }
      } message: {
        TextState("How much?")
      }
    }
    await store.send(.dialog(.presented(.boxTapped))) {
      $0.dialog = nil
      $0.stock = 12
      $0.alert = AlertState { TextState("A box was ordered") }
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }
}
