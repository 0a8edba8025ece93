import KumikiArchitecture

/// A feature that presents a radio and handles its events.
@Reducer
struct Kitchen {
  @ObservableState
  struct State: Equatable {
    var liked: [String] = []
    @Presents var radio: Radio.State?
  }

  enum Action {
    case dinnerBell
    case radio(PresentationAction<Radio.Action>)
    case radioButtonTapped
    case recordButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .dinnerBell:
        // As if the user had turned the volume: `onChange` and observers follow.
        return .send(.radio(.presented(.set(\.volume, 0))))
      case .radio(.presented(.delegate(.liked(let title)))):
        state.liked.append(title)
        return .none
      case .radio:
        return .none
      case .radioButtonTapped:
        state.radio = state.radio == nil ? Radio.State(station: "Jazz") : nil
        return .none
      case .recordButtonTapped:
        state.radio?.recordRequests += 1
        return .none
      }
    }
    .ifLet(\.$radio, action: \.radio) { Radio() }
  }
}
