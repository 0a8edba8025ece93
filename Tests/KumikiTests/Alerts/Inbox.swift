import Kumiki

/// A parent with an alert in a slot and a dialog in an optional, neither of which has a reducer.
struct Inbox: Reducer {
  enum Choice: Equatable, Sendable { case delete, archive }

  struct State: Equatable {
    @PresentationState var alert: AlertState<Choice>?
    var dialog: ConfirmationDialogState<Choice>?
    var mails = 3
  }

  enum Action: Equatable, CasePathable {
    case ask(String)
    case askAgain
    case rename(String)
    case pick
    case alert(PresentationAction<Choice>)
    case dialog(Choice)

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

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask(let title): state.alert = Self.question(title)
      case .askAgain: state.alert = state.alert
      case .rename(let title): state.alert?.title = TextState(title)
      case .pick: state.dialog = ConfirmationDialogState { TextState("Which?") }
      case .alert(.presented(.delete)), .dialog(.delete): state.mails -= 1
      case .alert, .dialog: break
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.dialog, action: \.dialog)
  }

  static func question(_ title: String) -> AlertState<Choice> {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
  }
}
