internal import Kumiki

/// Whether a feature under test goes by the clock of its test store without anybody having said so: neither
/// by setting the dependency, nor by moving that clock.
final class OwnClockUse: Sendable {
  private struct Found {
    var name: String?
    var isMoved = false
    var isTold = false
  }

  private let found = LockIsolated(Found())

  /// The test moves the clock: it is the one that is meant.
  func move() { found.withValue { $0.isMoved = true } }

  /// The test fails for something else, of which a clock that stands still is a part or no part: that is told.
  func fail() { found.withValue { $0.isTold = true } }

  /// Told of each use of a clock that is not set.
  var recorder: UnsetClockUse {
    UnsetClockUse { [found] name in found.withValue { $0.name = $0.name ?? name } }
  }

  /// What there is to say at the end of the test.
  var issue: Issue? {
    let found = found.value
    guard let name = found.name, !found.isMoved, !found.isTold else { return nil }
    return Issue(
      code: .unimplementedDependency,
      message: "the dependency \"\(name)\" was used and nobody set it; set it where the store is "
        + "made, as a TestClock or an ImmediateClock, or move the store's own clock by advance(by:)"
    )
  }
}
