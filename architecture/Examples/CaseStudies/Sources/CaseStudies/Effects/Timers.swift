import KumikiArchitecture

/// A clock's ticks as actions, while the timer is on.
@Reducer
struct Timers {
  @ObservableState
  struct State: Equatable {
    var isActive = false
    var seconds = 0
  }

  enum Action {
    case onDisappear
    case ticked
    case toggleButtonTapped
  }

  @Dependency(\.continuousClock) var clock
  private enum CancelID { case timer }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .onDisappear:
        return .cancel(id: CancelID.timer)

      case .ticked:
        state.seconds += 1
        return .none

      case .toggleButtonTapped:
        state.isActive.toggle()
        return .run { [isActive = state.isActive] send in
          guard isActive else { return }
          for await _ in self.clock.timer(interval: .seconds(1)) {
            await send(.ticked, animation: .default)
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      }
    }
  }
}
