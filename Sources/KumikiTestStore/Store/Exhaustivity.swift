/// How much a test must account for.
public enum Exhaustivity: Equatable, Sendable {
  /// Every change, every action from an effect, and every effect still running at the end.
  case on
  /// Only what the test states. With `showSkippedAssertions` the rest is shown as warnings.
  case off(showSkippedAssertions: Bool)

  /// Only what the test states.
  public static var off: Self { .off(showSkippedAssertions: false) }
}

extension TestStore {
  /// Runs `operation` with another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try operation()
  }

  /// Runs `operation` with another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try await operation()
  }
}
