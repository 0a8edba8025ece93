import KumikiArchitecture

/// A harbour's reports of the tide.
@DependencyClient
struct TideClient {
  var height: @Sendable (_ harbour: String) async throws -> Int
  var isOpen: @Sendable () -> Bool = { false }
}

extension TideClient: DependencyKey {
  static let liveValue = TideClient(height: { $0.count }, isOpen: { true })
  static let testValue = TideClient()
}

extension DependencyValues {
  var tide: TideClient {
    get { self[TideClient.self] }
    set { self[TideClient.self] = newValue }
  }
}
