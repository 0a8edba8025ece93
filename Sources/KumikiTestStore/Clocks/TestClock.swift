public import Kumiki
internal import KumikiTestCore

/// A clock that stands still until a test moves it.
///
///     let clock = TestClock()
///     let store = TestStore(initialState: Timer.State()) { Timer() } withDependencies: {
///       $0.continuousClock = clock
///     }
///     await store.send(.start)
///     await clock.advance(by: .seconds(1))
///     await store.receive(.ticked) { $0.seconds = 1 }
///
/// A test store that is given one as its clock runs on it: what the engine itself times (`delay`,
/// `debounce`, timers) goes by it too. Several stores may share one. Sleeps wake in the order in which
/// they are due, those due at one moment in the order in which they began, and what a sleeper does next
/// is done before later ones wake.
///
/// Its durations are those of the standard library. The type names them, `TestClock<Duration>`, as that of
/// the Composable Architecture's clocks does; `TestClock()` need not.
public final class TestClock<Duration: DurationProtocol & Hashable>: Sendable {
  let loop: Loop
  private let clock: LoopClock

  fileprivate init(loop: Loop) {
    self.loop = loop
    clock = LoopClock(loop: loop)
  }
}

extension TestClock: Clock where Duration == Swift.Duration {
  /// Moments as those of a loop's clock.
  public typealias Instant = LoopClock.Instant

  /// Makes a clock that stands at 0. Anywhere: it is moved on the main actor.
  public convenience init() { self.init(loop: .ownerless()) }

  /// As far as the test has moved it.
  public var now: Instant { clock.now }
  /// A nanosecond.
  public var minimumResolution: Duration { clock.minimumResolution }

  /// Suspends until the clock was moved to `deadline`; where it stands there already, until it is moved
  /// next, be it by nothing.
  ///
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await clock.sleep(until: deadline, isHeld: true)
  }

  /// Moves the clock on, and runs what becomes due on the way, also by way of the main actor; without an
  /// argument what is due now.
  @MainActor
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the clock on to a moment; one that has passed runs what is due now.
  @MainActor
  public func advance(to deadline: Instant) async {
    await loop.advance(to: deadline.nanoseconds)
  }

  /// Moves the clock on until no task sleeps on it any more.
  ///
  /// Where work sleeps again for ever this gives up after 100 000 moments, which is a failure.
  ///
  /// - Parameter timeout: how much real time it may take before it gives up; without end unless given.
  @MainActor
  public func run(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await advance()
    let start = ContinuousClock.now
    var moments = 0
    while moments < 100_000, timeout.map({ start.duration(to: .now) < $0 }) ?? true {
      guard let next = loop.nextDeadline else { return }
      await advance(to: Instant(nanoseconds: next))
      moments += 1
    }
    if loop.nextDeadline == nil { return }
    let count = moments == 100_000 ? "100 000" : "\(moments)"
    fail(
      "The clock was run through \(count) moments and something still sleeps: a timer, most likely. "
        + "Cancel it before run(), or move the clock by a time with advance(by:).",
      TestSite(fileID, filePath, line, column))
  }

  /// Fails the test where a task still sleeps on it.
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
