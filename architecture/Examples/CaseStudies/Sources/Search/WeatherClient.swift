import KumikiArchitecture

/// A place that was found.
struct Place: Decodable, Equatable, Identifiable, Sendable {
  let id: Int
  var country: String
  var latitude: Double
  var longitude: Double
  var name: String
}

/// The weather of several days.
struct Forecast: Decodable, Equatable, Sendable {
  var days: [Day]

  struct Day: Decodable, Equatable, Sendable {
    var date: Date
    var low: Double
    var high: Double
    var unit: String
  }
}

@DependencyClient
struct WeatherClient: Sendable {
  var forecast: @Sendable (_ place: Place) async throws -> Forecast
  var search: @Sendable (_ query: String) async throws -> [Place]
}

extension WeatherClient: TestDependencyKey {
  static let previewValue = Self(
    forecast: { _ in .mock },
    search: { _ in [.mock] })

  static let testValue = Self()
}

extension WeatherClient: DependencyKey {
  static let liveValue = previewValue
}

extension DependencyValues {
  var weatherClient: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

extension Place {
  static let mock = Self(
    id: 1, country: "Japan", latitude: 35.0, longitude: 135.8, name: "Kyoto")
}

extension Forecast {
  static let mock = Self(
    days: (0..<3).map {
      Day(date: Date(timeIntervalSince1970: Double($0) * 86_400), low: 12, high: 21, unit: "°C")
    })
}
