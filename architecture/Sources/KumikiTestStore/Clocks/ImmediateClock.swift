public import Kumiki
internal import Synchronization

/// A clock on which every sleep ends immediately, and which then shows the end of the sleep.
///
///     $0.continuousClock = ImmediateClock()
///
/// For features whose waiting does not matter to the test. A feature that repeats its sleeps forever needs
/// a ``TestClock``.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Sendable {
  private let nanoseconds: Atomic<UInt64>

  fileprivate init(at nanoseconds: UInt64) { self.nanoseconds = Atomic(nanoseconds) }
}

extension ImmediateClock: Clock where Duration == Swift.Duration {
  /// The same instants as a loop's clock.
  public typealias Instant = LoopClock.Instant

  /// A clock at 0.
  public convenience init() { self.init(at: 0) }

  /// The time to which the sleeps so far have moved the clock. May be read on any thread.
  public var now: Instant { Instant(nanoseconds: nanoseconds.load(ordering: .relaxed)) }
  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Moves the clock to `deadline`, lets other work run, and returns.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    nanoseconds.max(deadline.nanoseconds, ordering: .relaxed)
    await Task.yield()
    try Task.checkCancellation()
  }
}
