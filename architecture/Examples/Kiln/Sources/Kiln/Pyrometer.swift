import KumikiMacros

/// Measures the heat in the kiln.
@DependencyClient
struct Pyrometer: Sendable {
  /// - Throws: if the heat cannot be measured.
  var heat: @Sendable (_ hour: Int) async throws -> Int
}

extension Pyrometer: DependencyKey {
  /// A kiln that becomes hotter every hour. A program with a real kiln measures the heat itself.
  static let liveValue = Pyrometer(heat: { hour in 20 + 400 * hour })
  static let testValue = Pyrometer()
}

extension DependencyValues {
  var pyrometer: Pyrometer {
    get { self[Pyrometer.self] }
    set { self[Pyrometer.self] = newValue }
  }
}
