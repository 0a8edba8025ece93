/// A type-erased clock.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// An instant of the clock, as the time since the clock was wrapped.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    /// The instant after a duration.
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    /// The time from this instant to another.
    public func duration(to other: Self) -> Duration { other.offset - offset }
    /// Whether an instant is earlier than another.
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private let readNow: @Sendable () -> Instant
  private let readResolution: @Sendable () -> Duration
  private let wait: @Sendable (Instant, Duration?) async throws -> Void

  /// Wraps a clock.
  public init<Base: Clock>(_ clock: Base) where Base.Duration == Duration {
    let start = clock.now
    readNow = { Instant(offset: start.duration(to: clock.now)) }
    readResolution = { clock.minimumResolution }
    wait = { try await clock.sleep(until: start.advanced(by: $0.offset), tolerance: $1) }
  }

  /// The current instant.
  public var now: Instant { readNow() }
  /// The smallest time that the clock can measure.
  public var minimumResolution: Duration { readResolution() }

  /// Suspends until the clock reaches an instant.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(deadline, tolerance)
  }
}

extension Clock where Duration: Hashable {
  /// Ticks once in each interval, until the task that iterates it is cancelled.
  ///
  ///     for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
  public func timer(
    interval: Duration, tolerance: Duration? = nil
  ) -> AsyncTimerSequence<AnyClock<Duration>> {
    AsyncTimerSequence(interval: interval, tolerance: tolerance, clock: AnyClock(self))
  }
}

/// The ticks of a clock, the first after one interval. A late iterator skips the ticks that have passed.
public struct AsyncTimerSequence<C: Clock>: AsyncSequence {
  public typealias Element = C.Instant

  private let interval: C.Duration
  private let tolerance: C.Duration?
  private let clock: C

  /// Ticks of a clock, once in each interval.
  public init(interval: C.Duration, tolerance: C.Duration? = nil, clock: C) {
    self.interval = interval
    self.tolerance = tolerance
    self.clock = clock
  }

  /// The first interval starts with the first call of `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(timer: self) }

  /// Waits for one tick after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let timer: AsyncTimerSequence
    private var last: C.Instant?

    fileprivate init(timer: AsyncTimerSequence) { self.timer = timer }

    /// The instant of the next tick; nil once the task is cancelled.
    public mutating func next() async -> C.Instant? {
      let now = timer.clock.now
      let due = timer.tick(after: last ?? now, at: now)
      do { try await timer.clock.sleep(until: due, tolerance: timer.tolerance) } catch {
        return nil
      }
      last = due
      return timer.clock.now
    }
  }

  /// The first tick after `last` that has not passed.
  private func tick(after last: C.Instant, at now: C.Instant) -> C.Instant {
    let next = last.advanced(by: interval)
    guard interval > .zero, next < now else { return next }
    let missed = next.duration(to: now) / interval
    return next.advanced(by: interval * Int(missed.rounded(.up)))
  }
}

extension AsyncTimerSequence: Sendable {}
