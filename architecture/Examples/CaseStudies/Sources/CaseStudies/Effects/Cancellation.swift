import KumikiArchitecture

/// A running request that can be cancelled, and that the next request replaces.
@Reducer
struct Cancellation {
  @ObservableState
  struct State: Equatable {
    var number = 0
    var current: String?
    var isInFlight = false
  }

  enum Action {
    case cancelButtonTapped
    case factButtonTapped
    case factResponse(Result<String, any Error>)
    case stepperChanged(Int)
  }

  @Dependency(\.factClient) var factClient
  private enum CancelID { case request }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        state.isInFlight = false
        return .cancel(id: CancelID.request)

      case .factButtonTapped:
        state.current = nil
        state.isInFlight = true
        return .run { [number = state.number] send in
          await send(.factResponse(Result { try await self.factClient.fetch(number) }))
        }
        .cancellable(id: CancelID.request, cancelInFlight: true)

      case let .factResponse(.success(fact)):
        state.isInFlight = false
        state.current = fact
        return .none

      case .factResponse(.failure):
        state.isInFlight = false
        return .none

      case let .stepperChanged(number):
        state.number = number
        state.current = nil
        state.isInFlight = false
        return .cancel(id: CancelID.request)
      }
    }
  }
}
