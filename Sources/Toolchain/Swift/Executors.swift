@_spi(ExperimentalScheduling) public import _Concurrency
internal import CKumikiRuntime

/// An executor that accepts jobs immediately and after a delay. The Swift runtime requires the second by SPI: a task
/// that sleeps passes the delay to its executor; if the executor cannot wait, the runtime starts a thread.
@_spi(Executors)
public protocol DelayingExecutor: SchedulingExecutor {
  /// Accepts a job that is to run after a delay, on the executor's own clock.
  func accept(_ job: UnownedJob, after delay: Duration)
  /// Accepts a job that is to run at a time of one of the system's clocks.
  func accept(_ job: UnownedJob, at instant: SystemInstant)
}

/// A time of one of the system's clocks.
@_spi(Executors)
public enum SystemInstant {
  /// A time of the clock that advances while the machine is suspended.
  case continuous(ContinuousClock.Instant)
  /// A time of the clock that stops while the machine is suspended.
  case suspending(SuspendingClock.Instant)

  /// The time from now until then.
  public var left: Duration {
    switch self {
    case .continuous(let instant): ContinuousClock.now.duration(to: instant)
    case .suspending(let instant): SuspendingClock.now.duration(to: instant)
    }
  }
}

@_spi(Executors)
extension DelayingExecutor {
  public var asSchedulingExecutor: (any SchedulingExecutor)? { self }

  public func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    accept(UnownedJob(job), after: delay as? Duration ?? .zero)
  }

  public func accept(_ job: UnownedJob, at instant: SystemInstant) {
    accept(job, after: instant.left)
  }

  public func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    if let instant = instant as? ContinuousClock.Instant {
      return accept(UnownedJob(job), at: .continuous(instant))
    }
    if let instant = instant as? SuspendingClock.Instant {
      return accept(UnownedJob(job), at: .suspending(instant))
    }
    enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
  }
}

extension UnownedSerialExecutor {
  /// No particular executor, for jobs that requested none.
  package static var none: UnownedSerialExecutor {
    // The runtime represents it as two null words and has no name for it.
    unsafe unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
  }

  /// The reference's two words: the object, and the implementation of its calls.
  var words: (object: UnsafeMutableRawPointer?, implementation: UInt) {
    unsafe unsafeBitCast(self, to: (UnsafeMutableRawPointer?, UInt).self)
  }
}

extension UnownedJob {
  /// Makes a job from a pointer of the runtime's hooks: an `UnownedJob` consists only of the pointer.
  init(runtime job: UnsafeMutableRawPointer) {
    self = unsafe unsafeBitCast(job, to: UnownedJob.self)
  }
}

/// The executor that runs the caller.
package enum RunningExecutor {
  /// Whether the main actor's executor runs the caller. False outside of tasks, even on the main thread.
  package static var isMainActors: Bool { kumiki_runtime_is_on_main_actor() }

  static func `is`(_ executor: AnyObject) -> Bool {
    unsafe kumiki_runtime_current_executor() == Unmanaged.passUnretained(executor).toOpaque()
  }
}
