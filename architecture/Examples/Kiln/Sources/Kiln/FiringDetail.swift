import KumikiMacros

/// One firing: it can be named, lit, and cancelled after a question.
@Reducer
struct FiringDetail {
  @ObservableState
  struct State: Codable, Equatable {
    @Presents var dialog: ConfirmationDialogState<Action.Dialog>?
    @Shared var firing: Firing
  }

  enum Action: Codable, Equatable {
    case dialog(PresentationAction<Dialog>)
    case giveUpTapped
    case lightTapped
    case rename(String)

    @CasePathable
    enum Dialog: Codable, Equatable {
      case giveUp
      case startAgain
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .dialog(.presented(.giveUp)):
        @Shared(.firings) var firings
        $firings.withLock { [id = state.firing.id] in _ = $0.remove(id: id) }
        return .run { _ in await dismiss() }
      case .dialog(.presented(.startAgain)):
        state.$firing.withLock { $0.heats = [] }
        return .none
      case .dialog, .lightTapped:
        return .none
      case .giveUpTapped:
        state.dialog = .howToGiveUp(state.firing)
        return .none
      case .rename(let name):
        state.$firing.withLock { $0.name = name }
        return .none
      }
    }
    .ifLet(\.$dialog, action: \.dialog)
  }
}

extension ConfirmationDialogState where Action == FiringDetail.Action.Dialog {
  static func howToGiveUp(_ firing: Firing) -> Self {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState(firing.name)
    } actions: {
      ButtonState(role: .destructive, action: .giveUp) { TextState("Give up") }
      if !firing.heats.isEmpty {
        ButtonState(action: .startAgain) { TextState("Start again") }
      }
      ButtonState(role: .cancel) { TextState("Go on") }
    }
  }
}
