/// A loop's clock for tasks: they sleep by the loop's own time, without occupying a thread.
///
/// On a virtual loop a sleep ends when ``Loop/advance(by:)`` gets there. Sleeps that end at one
/// moment end in the order in which they began.
public struct LoopClock: Clock, Sendable {
  /// A moment of one loop's clock.
  public struct Instant: InstantProtocol, Sendable {
    /// Nanoseconds on the loop's clock.
    public var nanoseconds: UInt64

    /// The moment this long after the clock's beginning.
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// The moment `duration` later or, if it is negative, earlier; no earlier than 0.
    public func advanced(by duration: Duration) -> Instant {
      let back = UInt64(roundingUp: .zero - duration)
      let start = nanoseconds > back ? nanoseconds - back : 0
      return Instant(nanoseconds: start.addingClamped(UInt64(roundingUp: duration)))
    }

    /// The time from this moment to another, negative if that is earlier.
    public func duration(to other: Instant) -> Duration {
      .nanoseconds(Int128(other.nanoseconds) - Int128(nanoseconds))
    }

    public static func < (left: Instant, right: Instant) -> Bool {
      left.nanoseconds < right.nanoseconds
    }
  }

  /// The loop whose time this is.
  public let loop: Loop

  /// The clock of a loop.
  public init(loop: Loop) { self.loop = loop }

  /// The loop's time.
  public var now: Instant { Instant(nanoseconds: loop.now) }
  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends until the loop's clock has reached `deadline`, at least until its next dispatch.
  ///
  /// - Throws: `CancellationError`, at once, when the task is cancelled or the loop is closed.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, isHeld: false)
  }

  /// Suspends until the loop's next turn, or until the task is cancelled or the loop is closed.
  package func nextTurn() async { try? await sleep(until: now) }

  /// Suspends until `deadline`; with `isHeld` a sleep that is due at once waits until the clock is moved.
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
