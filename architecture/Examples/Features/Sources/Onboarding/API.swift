import Kumiki

/// The service that greets a user, in two variants.
struct API: Sendable {
  var greet: @Sendable (_ name: String) async throws -> String

  static let tour = API { name in
    try await pause(seconds: 1)
    return "Welcome, \(name). Let me show you around."
  }

  static let server = API { name in
    try await pause(seconds: 2)
    return "Good to see you, \(name). You have 3 messages."
  }

  private static func pause(seconds: Int) async throws {
    @Dependency(\.continuousClock) var clock
    try await clock.sleep(for: .seconds(seconds))
  }
}

extension DependencyValues {
  var api: API {
    get { self[APIKey.self] }
    set { self[APIKey.self] = newValue }
  }
}

private enum APIKey: DependencyKey {
  static var liveValue: API { .server }
}
