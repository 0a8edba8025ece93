import KumikiMacros

/// Measures the heat in the kiln.
@DependencyClient
struct Pyrometer: Sendable {
  /// - Throws: where it cannot be read.
  var heat: @Sendable (_ hour: Int) async throws -> Int
}

extension Pyrometer: DependencyKey {
  /// A kiln that grows hotter by the hour. A program with a real one has its own measure.
  static let liveValue = Pyrometer(heat: { hour in 20 + 400 * hour })
  static let testValue = Pyrometer()
}

extension DependencyValues {
  var pyrometer: Pyrometer {
    get { self[Pyrometer.self] }
    set { self[Pyrometer.self] = newValue }
  }
}
