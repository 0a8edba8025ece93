import KumikiArchitecture

/// A search that waits until the user stops typing, and a forecast for the tapped place.
@Reducer
struct Search {
  @ObservableState
  struct State: Equatable {
    var forecasts: IdentifiedArrayOf<PlaceForecast> = []
    var places: [Place] = []
    var query = ""
    var waitingFor: Place?

    struct PlaceForecast: Equatable, Identifiable {
      var id: Place.ID
      var days: [Forecast.Day]
    }
  }

  enum Action {
    case forecastResponse(Place.ID, Result<Forecast, any Error>)
    case placeTapped(Place)
    case queryChanged(String)
    case queryDebounced
    case searchResponse(Result<[Place], any Error>)
  }

  @Dependency(\.weatherClient) var weatherClient
  private enum CancelID { case forecast, search }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .forecastResponse(let id, .success(let forecast)):
        state.waitingFor = nil
        state.forecasts = [State.PlaceForecast(id: id, days: forecast.days)]
        return .none

      case .forecastResponse(_, .failure):
        state.waitingFor = nil
        state.forecasts = []
        return .none

      case .placeTapped(let place):
        state.waitingFor = place
        return .run { send in
          await send(
            .forecastResponse(
              place.id, Result { try await self.weatherClient.forecast(place: place) }))
        }
        .cancellable(id: CancelID.forecast, cancelInFlight: true)

      case .queryChanged(let query):
        state.query = query
        // Without a query, the list is empty and no request is needed.
        guard !query.isEmpty else {
          state.places = []
          state.forecasts = []
          return .cancel(id: CancelID.search)
        }
        return .none

      case .queryDebounced:
        guard !state.query.isEmpty else { return .none }
        return .run { [query = state.query] send in
          await send(.searchResponse(Result { try await self.weatherClient.search(query: query) }))
        }
        .cancellable(id: CancelID.search)

      case .searchResponse(.success(let places)):
        state.places = places
        return .none

      case .searchResponse(.failure):
        state.places = []
        return .none
      }
    }
  }
}
