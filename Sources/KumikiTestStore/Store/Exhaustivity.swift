/// How far a test has to account for what a feature does.
public enum Exhaustivity: Equatable, Sendable {
  /// For every change, every action that an effect sends, and every effect still running at the end.
  case on
  /// Only for what it states. With `showSkippedAssertions` the rest is shown as warnings.
  case off(showSkippedAssertions: Bool)

  /// Only for what the test states.
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
