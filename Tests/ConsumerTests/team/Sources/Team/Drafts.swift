import Kumiki

/// A feature that asks before it deletes: its alert is written in Swift, and C shows it.
struct Drafts: Reducer {
  struct State: Codable {
    var names = ["letter", "list"]
    @PresentationState var alert: AlertState<Choice>?
    @PresentationState var dialog: ConfirmationDialogState<Choice>?
  }

  enum Choice: Codable {
    case delete(name: String)
    case clear
  }

  enum Action: Codable, CasePathable {
    case askToDelete(String)
    case askWhat
    case alert(PresentationAction<Choice>)
    case dialog(PresentationAction<Choice>)

    struct AllCasePaths {
      let alert = CasePath(embed: Action.alert) {
        if case .alert(let action) = $0 { action } else { nil }
      }
      let dialog = CasePath(embed: Action.dialog) {
        if case .dialog(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .askToDelete(let name): state.alert = Self.question(name)
      case .askWhat:
        state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
          TextState("Which?")
        } actions: {
          for name in state.names {
            ButtonState(role: .destructive, action: .delete(name: name)) { TextState(name) }
          }
        }
      case .alert(.presented(let choice)), .dialog(.presented(let choice)):
        switch choice {
        case .delete(let name): state.names.removeAll { $0 == name }
        case .clear: state.names = []
        }
      case .alert, .dialog: break
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$dialog, action: \.dialog)
  }

  private static func question(_ name: String) -> AlertState<Choice> {
    AlertState {
      TextState("Delete ") + TextState(name).bold()
    } actions: {
      ButtonState(role: .destructive, action: .delete(name: name)) { TextState("Delete") }
      ButtonState(action: .clear) { TextState("Delete all") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("For ever.")
    }
  }
}
