@_spi(ExperimentalScheduling) public import _Concurrency
internal import CKumikiRuntime

/// An executor that takes jobs at once and after a delay. The Swift runtime asks for the second by SPI: a task
/// that sleeps tells it to its executor, and starts a thread if that cannot wait.
@_spi(Executors)
public protocol DelayingExecutor: SchedulingExecutor {
  /// Takes a job that is to run after a delay, on whatever clock the executor goes by.
  func accept(_ job: UnownedJob, after delay: Duration)
  /// Takes a job that is to run at a moment of one of the system's clocks.
  func accept(_ job: UnownedJob, at moment: SystemInstant)
}

/// A moment of one of the system's clocks.
@_spi(Executors)
public enum SystemInstant {
  /// Of the clock that advances while the machine is suspended.
  case continuous(ContinuousClock.Instant)
  /// Of the other one.
  case suspending(SuspendingClock.Instant)

  /// How long it is until then.
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

  public func accept(_ job: UnownedJob, at moment: SystemInstant) {
    accept(job, after: moment.left)
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
  /// No executor in particular: for jobs that asked for none.
  package static var none: UnownedSerialExecutor {
    // The runtime represents it as two null words and has no name for it.
    unsafe unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
  }

  /// The reference's two words: the object, and how it is called.
  var words: (object: UnsafeMutableRawPointer?, implementation: UInt) {
    unsafe unsafeBitCast(self, to: (UnsafeMutableRawPointer?, UInt).self)
  }
}

extension UnownedJob {
  /// A job from the runtime's hooks: an `UnownedJob` consists only of the pointer.
  init(runtime job: UnsafeMutableRawPointer) {
    self = unsafe unsafeBitCast(job, to: UnownedJob.self)
  }
}

/// Which executor runs the caller.
package enum RunningExecutor {
  /// Whether it is the main actor's. False outside of tasks, even on the main thread.
  package static var isMainActors: Bool { kumiki_runtime_is_on_main_actor() }

  static func `is`(_ executor: AnyObject) -> Bool {
    unsafe kumiki_runtime_current_executor() == Unmanaged.passUnretained(executor).toOpaque()
  }
}
