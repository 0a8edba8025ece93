internal import Kumiki

/// Detects a feature under test that uses the clock of its test store although the test neither set the
/// dependency nor moved that clock.
final class OwnClockUse: Sendable {
  private struct Found {
    var name: String?
    var isMoved = false
    var isReported = false
  }

  private let found = LockIsolated(Found())

  /// Called when the test moves the clock, which shows that the use is intended.
  func move() { found.withValue { $0.isMoved = true } }

  /// Called when the test fails for another reason. The clock is then not reported.
  func fail() { found.withValue { $0.isReported = true } }

  /// Records each use of a clock that is not set.
  var recorder: UnsetClockUse {
    UnsetClockUse { [found] name in found.withValue { $0.name = $0.name ?? name } }
  }

  /// The issue to report at the end of the test, if any.
  var issue: Issue? {
    let found = found.value
    guard let name = found.name, !found.isMoved, !found.isReported else { return nil }
    return Issue(
      code: .unimplementedDependency,
      message:
        "the dependency \"\(name)\" was used, but no value was set; set it where the store is "
        + "made, as a TestClock or an ImmediateClock, or move the store's own clock by advance(by:)"
    )
  }
}
