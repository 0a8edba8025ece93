import KumikiArchitecture

/// A receiver for radio stations.
@DependencyClient
struct Tuner: Sendable {
  var turnOn: @Sendable () async throws -> Void
  var turnOff: @Sendable () -> Void
  var titles: @Sendable (_ station: String) async throws -> AsyncStream<String>
  var record: @Sendable (_ station: String) async throws -> String
}

extension Tuner: TestDependencyKey {
  static let testValue = Self()
}
