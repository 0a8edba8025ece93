public import Kumiki
internal import KumikiTestCore

/// A clock that a test declares as unused: reading its time or sleeping on it fails the test.
///
///     $0.continuousClock = UnimplementedClock()
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Sendable {
  private let name: String
  private let site: TestSite

  fileprivate init(_ name: String, _ site: TestSite) {
    self.name = name
    self.site = site
  }
}

extension UnimplementedClock: Clock where Duration == Swift.Duration {
  /// The same instants as a loop's clock.
  public typealias Instant = LoopClock.Instant

  /// - Parameter name: the clock's name in failures.
  public init(
    name: String = "clock", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(name, TestSite(fileID, filePath, line, column))
  }

  /// Fails the test; returns 0.
  public var now: Instant {
    fail("its time was asked for")
    return Instant(nanoseconds: 0)
  }

  /// Fails the test; returns one nanosecond.
  public var minimumResolution: Duration {
    fail("its resolution was asked for")
    return .nanoseconds(1)
  }

  /// Fails the test, and returns immediately.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    fail("something slept on it")
    try Task.checkCancellation()
  }

  private func fail(_ what: String) {
    TestFailure(
      message:
        "The clock \"\(name)\" was said not to be used, and \(what). Set one that is, such as a "
        + "TestClock.",
      site: site, isNote: false
    ).record()
  }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock whose use fails the test.
  public static func unimplemented(
    name: String = "clock", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Self {
    UnimplementedClock(
      name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock on which every sleep ends immediately.
  public static var immediate: Self { ImmediateClock() }
}
