import KumikiArchitecture

/// Bindings without a macro or a protocol: an action for each control that writes.
@Reducer
struct Volume {
  @ObservableState
  struct State: Equatable {
    var isMuted = false
    var level = 5.0
    var note = ""
    var steps = 10
  }

  enum Action {
    case isMutedChanged(Bool)
    case levelChanged(Double)
    case noteChanged(String)
    case stepsChanged(Int)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .isMutedChanged(let isMuted):
        state.isMuted = isMuted
        return .none
      case .levelChanged(let level):
        state.level = min(level, Double(state.steps))
        return .none
      case .noteChanged(let note):
        state.note = note
        return .none
      case .stepsChanged(let steps):
        state.steps = steps
        state.level = min(state.level, Double(steps))
        return .none
      }
    }
  }
}
