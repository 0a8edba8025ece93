/// How much a test must account for.
public enum Exhaustivity: Equatable, Sendable {
  /// Every change, every action from an effect, and every effect still running at the end.
  case on
  /// Only the statements of the test. With `showSkippedAssertions` the rest is shown as warnings.
  case off(showSkippedAssertions: Bool)

  /// Only the statements of the test.
  public static var off: Self { .off(showSkippedAssertions: false) }
}
