public import Kumiki
internal import KumikiTestCore

/// A clock that a test says is not used: whoever asks it for the time or sleeps on it fails the test.
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
  /// Moments as those of a loop's clock.
  public typealias Instant = LoopClock.Instant

  /// - Parameter name: what a failure calls it.
  public init(
    name: String = "clock", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(name, TestSite(fileID, filePath, line, column))
  }

  /// A failure; 0.
  public var now: Instant {
    fail("its time was asked for")
    return Instant(nanoseconds: 0)
  }

  /// A failure; a nanosecond.
  public var minimumResolution: Duration {
    fail("its resolution was asked for")
    return .nanoseconds(1)
  }

  /// A failure, and over at once.
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
  /// A clock on which every sleep is over at once.
  public static var immediate: Self { ImmediateClock() }
}
