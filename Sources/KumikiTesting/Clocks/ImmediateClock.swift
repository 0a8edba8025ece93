public import Kumiki
internal import Synchronization

/// A clock on which every sleep is over at once, and time has passed all the same.
///
///     $0.continuousClock = ImmediateClock()
///
/// For features whose waiting is of no interest. One that repeats for ever needs a ``TestClock``.
public final class ImmediateClock: Clock, Sendable {
  /// Moments as those of a loop's clock.
  public typealias Instant = LoopClock.Instant
  /// Durations of the standard library.
  public typealias Duration = Swift.Duration

  private let nanoseconds = Atomic<UInt64>(0)

  /// A clock at its beginning.
  public init() {}

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
