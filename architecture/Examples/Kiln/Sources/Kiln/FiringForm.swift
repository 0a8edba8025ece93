import KumikiMacros

/// The form of a new firing.
@Reducer
struct FiringForm {
  @ObservableState
  struct State: Codable, Equatable, BindableState {
    var firing: Firing

    /// The fields that C programs may write.
    static var bindingPaths: [BindingPath<Self>] {
      [.field("/firing/name", \.firing.name), .field("/firing/hours", \.firing.hours)]
    }
  }

  enum Action: BindableAction, Codable, Equatable {
    case binding(BindingAction<State>)
    case longer
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.firing.hours):
        state.firing.hours = min(max(state.firing.hours, 1), 24)
      case .binding:
        break
      case .longer:
        if state.firing.hours < 24 { state.firing.hours += 1 }
      }
      return .none
    }
  }
}
