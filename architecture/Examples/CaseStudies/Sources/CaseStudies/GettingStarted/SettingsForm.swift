import KumikiArchitecture

/// A form: `BindingReducer` writes every control's value, and the feature reacts to some of them.
@Reducer
struct SettingsForm {
  @ObservableState
  struct State: Equatable {
    var allowsNotifications = false
    var digest = Digest.weekly
    var displayName = ""
    var fontSize = 12.0
    var isSaved = false

    enum Digest: String, CaseIterable, Sendable {
      case daily, never, weekly
    }
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case resetButtonTapped
    case saveButtonTapped
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.fontSize):
        state.fontSize = min(max(state.fontSize, 8), 40)
        state.isSaved = false
        return .none
      case .binding(\.allowsNotifications) where !state.allowsNotifications:
        state.digest = .never
        state.isSaved = false
        return .none
      case .binding:
        state.isSaved = false
        return .none
      case .resetButtonTapped:
        state = State()
        return .none
      case .saveButtonTapped:
        state.isSaved = true
        return .none
      }
    }
  }
}
