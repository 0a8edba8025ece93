/// A loop's clock for tasks. They sleep on the loop's own time, without occupying a thread.
///
/// On a virtual loop a sleep ends when ``Loop/advance(by:)`` reaches its deadline. Sleeps with the same deadline end
/// in the order they began.
public struct LoopClock: Clock, Sendable {
  /// A point in time on one loop's clock.
  public struct Instant: InstantProtocol, Sendable {
    /// Nanoseconds on the loop's clock.
    public var nanoseconds: UInt64

    /// Makes the instant at a time after the clock's start.
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// Returns the instant `duration` later, or earlier if `duration` is negative. The result is never before 0.
    public func advanced(by duration: Duration) -> Instant {
      let back = UInt64(roundingUp: .zero - duration)
      let start = nanoseconds > back ? nanoseconds - back : 0
      return Instant(nanoseconds: start.addingClamped(UInt64(roundingUp: duration)))
    }

    /// Returns the time from this instant to another; negative if the other is earlier.
    public func duration(to other: Instant) -> Duration {
      .nanoseconds(Int128(other.nanoseconds) - Int128(nanoseconds))
    }

    public static func < (left: Instant, right: Instant) -> Bool {
      left.nanoseconds < right.nanoseconds
    }
  }

  /// The loop that has this clock.
  public let loop: Loop

  /// Makes the clock of a loop.
  public init(loop: Loop) { self.loop = loop }

  /// The loop's current time.
  public var now: Instant { Instant(nanoseconds: loop.now) }
  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends until the loop's clock has reached `deadline`, but at least until its next dispatch.
  ///
  /// - Throws: `CancellationError`, immediately, when the task is cancelled or the loop is closed.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, isHeld: false)
  }

  /// Suspends until the loop's next iteration, or until the task is cancelled or the loop is closed.
  package func nextTurn() async { try? await sleep(until: now) }

  /// Suspends until `deadline`. With `isHeld`, a sleep that is already due waits until the clock is moved.
  package func sleep(until deadline: Instant, isHeld: Bool) async throws {
    try Task.checkCancellation()
    let sleeper = Sleeper(loop, isHeld: isHeld)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleeper.sleep(continuation, until: deadline.nanoseconds)
      }
    } onCancel: {
      sleeper.cancel()
    }
  }
}
