import Kumiki

/// A count with a timer. It knows neither its parent nor that the parent dismisses it below zero.
struct Counter: Reducer {
  struct State: Codable, Equatable {
    var count = 0
  }

  enum Action: Codable, Equatable {
    case increment
    case decrement
    case startTimer
    case stopTimer
    case tick
    case close
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.dismiss) private var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    // A state from outside may contain the largest number: the sum then wraps.
    switch action {
    case .increment, .tick:
      state.count &+= 1
      return .none

    case .decrement:
      state.count &-= 1
      return .none

    case .startTimer:
      // The loop needs no end: dismissing the counter cancels it.
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)

    case .stopTimer:
      return .cancel(id: CancelID.timer)

    case .close:
      return .run { _ in await dismiss() }
    }
  }
}
