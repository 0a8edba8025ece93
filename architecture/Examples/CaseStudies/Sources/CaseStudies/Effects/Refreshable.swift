import KumikiArchitecture

/// A list with pull-to-refresh: the view waits for the effect, and may cancel it.
@Reducer
struct Refreshable {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var fact: String?
  }

  enum Action {
    case cancelButtonTapped
    case factResponse(Result<String, any Error>)
    case incrementButtonTapped
    case refresh
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.factClient) var factClient
  private enum CancelID { case refresh }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        return .cancel(id: CancelID.refresh)

      case .factResponse(.success(let fact)):
        state.fact = fact
        return .none

      case .factResponse(.failure):
        return .none

      case .incrementButtonTapped:
        state.count += 1
        return .none

      case .refresh:
        state.fact = nil
        return .run { [count = state.count] send in
          try await clock.sleep(for: .seconds(2))
          await send(
            .factResponse(Result { try await factClient.fetch(number: count) }),
            animation: .easeInOut)
        }
        .cancellable(id: CancelID.refresh)
      }
    }
  }
}
