import KumikiJSON
import KumikiMacros

/// What is fired at one time, for some hours.
struct Firing: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var name = ""
  var hours = 2
  /// The heat at the end of each hour, as it was measured.
  var heats: [Int] = []
}

extension SharedKey where Self == JSONFileKey<IdentifiedArrayOf<Firing>>.Default {
  /// All firings, in a file of the folder in which the program runs.
  static var firings: Self { Self[.jsonFile("firings.json"), default: []] }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  /// The hours that the kiln has burnt since the program began.
  static var burntHours: Self { Self[.inMemory("burnt-hours"), default: 0] }
}
