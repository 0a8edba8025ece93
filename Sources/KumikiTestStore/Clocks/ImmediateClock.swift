public import Kumiki
internal import Synchronization

/// A clock on which every sleep is over at once, and time has passed all the same.
///
///     $0.continuousClock = ImmediateClock()
///
/// For features whose waiting is of no interest. One that repeats for ever needs a ``TestClock``.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Sendable {
  private let nanoseconds: Atomic<UInt64>

  fileprivate init(at nanoseconds: UInt64) { self.nanoseconds = Atomic(nanoseconds) }
}

extension ImmediateClock: Clock where Duration == Swift.Duration {
  /// Moments as those of a loop's clock.
  public typealias Instant = LoopClock.Instant

  /// A clock at its beginning.
  public convenience init() { self.init(at: 0) }

  /// As far as the sleeps until now have moved it. May be read on any thread.
  public var now: Instant { Instant(nanoseconds: nanoseconds.load(ordering: .relaxed)) }
  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Moves the clock to `deadline` and returns once other work has had its turn.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    nanoseconds.max(deadline.nanoseconds, ordering: .relaxed)
    await Task.yield()
    try Task.checkCancellation()
  }
}
