import KumikiArchitecture

/// A source of facts about numbers.
@DependencyClient
struct FactClient: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
}

extension FactClient: DependencyKey {
  static let liveValue = Self(fetch: { number in
    try await Task.sleep(for: .seconds(1))
    return "\(number) is \(number.isMultiple(of: 2) ? "even" : "odd")."
  })

  static let testValue = Self()
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}
