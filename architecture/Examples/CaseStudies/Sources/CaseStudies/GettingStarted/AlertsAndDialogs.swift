import KumikiArchitecture

/// An alert and a dialog as state: their texts, their buttons' actions, and whether they are
/// presented.
@Reducer
struct AlertsAndDialogs {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var dialog: ConfirmationDialogState<Action.Dialog>?
    var stock = 0
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case dialog(PresentationAction<Dialog>)
    case emptyButtonTapped
    case orderButtonTapped

    @CasePathable
    enum Alert: Equatable {
      case emptyConfirmed
    }

    @CasePathable
    enum Dialog: Equatable {
      case boxTapped
      case pieceTapped
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.emptyConfirmed)):
        state.stock = 0
        return .none
      case .alert:
        return .none
      case .dialog(.presented(.boxTapped)):
        state.stock += 12
        state.alert = AlertState { TextState("A box was ordered") }
        return .none
      case .dialog(.presented(.pieceTapped)):
        state.stock += 1
        state.alert = AlertState { TextState("A piece was ordered") }
        return .none
      case .dialog:
        return .none
      case .emptyButtonTapped:
        state.alert = AlertState {
          TextState("Throw all away?")
        } actions: {
          ButtonState(role: .destructive, action: .emptyConfirmed) {
            TextState("Throw away")
          }
          ButtonState(role: .cancel) {
            TextState("Keep")
          }
        } message: {
          TextState("There are \(state.stock) in stock.")
        }
        return .none
      case .orderButtonTapped:
        state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
          TextState("Order")
        } actions: {
          ButtonState(role: .cancel) {
            TextState("Cancel")
          }
          ButtonState(action: .pieceTapped) {
            TextState("One piece")
          }
          ButtonState(action: .boxTapped) {
            TextState("A box of twelve")
          }
        } message: {
          TextState("How much?")
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$dialog, action: \.dialog)
  }
}
