import KumikiArchitecture

/// Effects that send results: a fact from a client, and a number that increases again after a
/// while.
@Reducer
struct Facts {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var isLoading = false
    var fact: String?
  }

  enum Action {
    case decrementButtonTapped
    case decrementDelayResponse
    case factButtonTapped
    case factResponse(Result<String, any Error>)
    case incrementButtonTapped
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.factClient) var factClient
  private enum CancelID { case delay }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.count -= 1
        state.fact = nil
        guard state.count < 0 else { return .none }
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.decrementDelayResponse)
        }
        .cancellable(id: CancelID.delay)

      case .decrementDelayResponse:
        if state.count < 0 { state.count += 1 }
        return .none

      case .factButtonTapped:
        state.isLoading = true
        state.fact = nil
        return .run { [count = state.count] send in
          await send(.factResponse(Result { try await factClient.fetch(number: count) }))
        }

      case .factResponse(.success(let fact)):
        state.isLoading = false
        state.fact = fact
        return .none

      case .factResponse(.failure):
        state.isLoading = false
        return .none

      case .incrementButtonTapped:
        state.count += 1
        state.fact = nil
        return state.count >= 0 ? .cancel(id: CancelID.delay) : .none
      }
    }
  }
}
