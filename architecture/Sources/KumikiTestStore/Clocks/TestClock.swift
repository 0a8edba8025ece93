public import Kumiki
internal import KumikiTestCore

/// A clock that stands still until a test advances it.
///
///     let clock = TestClock()
///     let store = TestStore(initialState: Timer.State()) { Timer() } withDependencies: {
///       $0.continuousClock = clock
///     }
///     await store.send(.start)
///     await clock.advance(by: .seconds(1))
///     await store.receive(.ticked) { $0.seconds = 1 }
///
/// A test store with such a clock as a dependency runs on it: the engine's own timing (`delay`, `debounce`,
/// timers) uses it too. Several stores may share one. Sleeps end in the order of their deadlines; sleeps
/// with the same deadline end in the order in which they began. The work after a sleep finishes before
/// later sleeps end.
///
/// Its durations are the standard library's. As in the Composable Architecture, the type may name them,
/// `TestClock<Duration>`; `TestClock()` is enough.
public final class TestClock<Duration: DurationProtocol & Hashable>: Sendable {
  let loop: Loop
  private let clock: LoopClock

  fileprivate init(loop: Loop) {
    self.loop = loop
    clock = LoopClock(loop: loop)
  }
}

extension TestClock: Clock where Duration == Swift.Duration {
  /// The same instants as a loop's clock.
  public typealias Instant = LoopClock.Instant

  /// Makes a clock at 0. Any thread may make it; only the main actor advances it.
  public convenience init() { self.init(loop: .ownerless()) }

  /// The time to which the test has advanced the clock.
  public var now: Instant { clock.now }
  /// One nanosecond.
  public var minimumResolution: Duration { clock.minimumResolution }

  /// Suspends until the clock reaches `deadline`. If the clock has reached it already, suspends until the
  /// next advance, even an advance by zero.
  ///
  /// - Throws: `CancellationError`, immediately, if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await clock.sleep(until: deadline, isHeld: true)
  }

  /// Advances the clock, and runs the work that becomes due on the way, including work on the main
  /// actor. Without an argument, runs the work that is due now.
  @MainActor
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the clock to an instant. For a past instant, runs the work that is due now.
  @MainActor
  public func advance(to deadline: Instant) async {
    await loop.advance(to: deadline.nanoseconds)
  }

  /// Advances the clock until no task sleeps on it any more.
  ///
  /// If work keeps sleeping again, this gives up after 100 000 instants, which is a failure.
  ///
  /// - Parameter timeout: the longest real time before this gives up; unlimited by default.
  @MainActor
  public func run(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await advance()
    let start = ContinuousClock.now
    var steps = 0
    while steps < 100_000, timeout.map({ start.duration(to: .now) < $0 }) ?? true {
      guard let next = loop.nextDeadline else { return }
      await advance(to: Instant(nanoseconds: next))
      steps += 1
    }
    if loop.nextDeadline == nil { return }
    let count = steps == 100_000 ? "100 000" : "\(steps)"
    fail(
      "The clock was run through \(count) moments and something still sleeps: a timer, most likely. "
        + "Cancel it before run(), or move the clock by a time with advance(by:).",
      TestSite(fileID, filePath, line, column))
  }

  /// Fails the test if a task still sleeps on the clock.
  @MainActor
  public func checkSuspension(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await advance()
    guard let next = loop.nextDeadline else { return }
    fail(
      "Something sleeps on the clock, until \(Duration.nanoseconds(Int64(clamping: next))) of its time.",
      TestSite(fileID, filePath, line, column))
  }

  private func fail(_ message: String, _ site: TestSite) {
    TestFailure(message: message, site: site, isNote: false).record()
  }
}
