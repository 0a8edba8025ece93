import KumikiArchitecture
import KumikiTesting
import Testing

@testable import Search

@MainActor
@Suite("a search")
struct SearchTests {
  @Test("places are found, and gone with the query")
  func searching() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.weatherClient.search = { @Sendable _ in [.mock] }
    }
    await store.send(.queryChanged("K")) { $0.query = "K" }
    await store.send(.queryDebounced)
    await store.receive(\.searchResponse.success) { $0.places = [.mock] }
    await store.send(.queryChanged("")) {
      $0.places = []
      $0.query = ""
    }
  }

  @Test("a search that fails finds nothing")
  func failure() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.weatherClient.search = { @Sendable _ in throw SomethingWentWrong() }
    }
    await store.send(.queryChanged("K")) { $0.query = "K" }
    await store.send(.queryDebounced)
    await store.receive(\.searchResponse.failure)
  }

  @Test("an empty query ends the search that is on its way")
  func clearing() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.weatherClient.search = { @Sendable _ in try await Task.never() }
    }
    let search = await store.send(.queryChanged("K")) { $0.query = "K" }
    await search.cancel()
    await store.send(.queryDebounced)
    await store.send(.queryChanged("")) { $0.query = "" }
  }

  @Test("the forecast of the place that was tapped last")
  func tappingTwice() async {
    let other = Place(id: 2, country: "Japan", latitude: 34.7, longitude: 135.8, name: "Nara")
    let clock = TestClock()
    let store = TestStore(initialState: Search.State(places: [.mock, other])) {
      Search()
    } withDependencies: {
      $0.weatherClient.forecast = { @Sendable place in
        try await clock.sleep(for: .seconds(place.id == 1 ? 5 : 1))
        return .mock
      }
    }
    await store.send(.placeTapped(.mock)) { $0.waitingFor = .mock }
    await clock.advance(by: .milliseconds(500))
    await store.send(.placeTapped(other)) { $0.waitingFor = other }
    await clock.advance(by: .seconds(1))
    await store.receive(\.forecastResponse) {
      $0.waitingFor = nil
      $0.forecasts = [.init(id: 2, days: Forecast.mock.days)]
    }
  }

  @Test("a forecast that fails")
  func forecastFailure() async {
    let store = TestStore(initialState: Search.State(places: [.mock])) {
      Search()
    } withDependencies: {
      $0.weatherClient.forecast = { @Sendable _ in throw SomethingWentWrong() }
    }
    await store.send(.placeTapped(.mock)) { $0.waitingFor = .mock }
    await store.receive(\.forecastResponse) { $0.waitingFor = nil }
  }
}

private struct SomethingWentWrong: Equatable, Error {}
