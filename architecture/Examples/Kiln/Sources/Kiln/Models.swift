import KumikiJSON
import KumikiMacros

/// One firing, which takes some hours.
struct Firing: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var name = ""
  var hours = 2
  /// The measured heat at the end of each hour.
  var heats: [Int] = []
}

extension SharedKey where Self == JSONFileKey<IdentifiedArrayOf<Firing>>.Default {
  /// All firings, in a file in the program's working directory.
  static var firings: Self { Self[.jsonFile("firings.json"), default: []] }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  /// The hours that the kiln has burnt since the program started.
  static var burntHours: Self { Self[.inMemory("burnt-hours"), default: 0] }
}
