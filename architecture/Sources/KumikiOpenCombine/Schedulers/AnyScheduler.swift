#if OpenCombine
  public import Dispatch
  public import OpenCombine
  public import OpenCombineDispatch

  /// A type-erased scheduler with given types of times and options. Dependencies are declared with it.
  public final class AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler,
    @unchecked Sendable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
    // Set once. Schedulers may be called on any thread.
    private let readNow: () -> SchedulerTimeType
    private let readTolerance: () -> SchedulerTimeType.Stride
    private let atOnce: (SchedulerOptions?, @escaping () -> Void) -> Void
    private let after:
      (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void) -> Void
    private let every:
      (
        SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?,
        @escaping () -> Void
      ) -> any Cancellable

    /// Erases the type of a scheduler.
    public init<Base: Scheduler>(_ base: Base)
    where Base.SchedulerTimeType == SchedulerTimeType, Base.SchedulerOptions == SchedulerOptions {
      readNow = { base.now }
      readTolerance = { base.minimumTolerance }
      atOnce = { base.schedule(options: $0, $1) }
      after = { base.schedule(after: $0, tolerance: $1, options: $2, $3) }
      every = { base.schedule(after: $0, interval: $1, tolerance: $2, options: $3, $4) }
    }

    public var now: SchedulerTimeType { readNow() }
    public var minimumTolerance: SchedulerTimeType.Stride { readTolerance() }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      atOnce(options, action)
    }

    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
      after(date, tolerance, options, action)
    }

    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      every(date, interval, tolerance, options, action)
    }
  }

  /// A scheduler with the times of another scheduler type: `AnySchedulerOf<DispatchQueue>`.
  public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<
    S.SchedulerTimeType, S.SchedulerOptions
  >

  extension Scheduler {
    /// This scheduler with its type erased.
    public func eraseToAnyScheduler() -> AnySchedulerOf<Self> { AnyScheduler(self) }
  }

  extension AnyScheduler
  where
    SchedulerTimeType == DispatchQueue.SchedulerTimeType,
    SchedulerOptions == DispatchQueue.SchedulerOptions
  {
    /// The main queue.
    public static var main: Self { Self(DispatchQueue.main) }

    /// A global queue of the system with a quality of service.
    public static func global(qos: DispatchQoS.QoSClass = .default) -> Self {
      Self(DispatchQueue.global(qos: qos))
    }

    /// A scheduler that runs everything immediately, ignoring times.
    public static var immediate: Self { Self(DispatchQueue.immediate) }
  }

  /// Runs everything immediately, on the caller's thread, ignoring times. Its own time stands still.
  public struct ImmediateScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
    public let now: SchedulerTimeType
    public var minimumTolerance: SchedulerTimeType.Stride { .zero }

    /// A scheduler at a fixed time.
    public init(now: SchedulerTimeType) { self.now = now }

    public func schedule(options: SchedulerOptions?, _ action: () -> Void) { action() }

    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: () -> Void
    ) {
      action()
    }

    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: () -> Void
    ) -> any Cancellable {
      action()
      return AnyCancellable {}
    }
  }

  /// An immediate scheduler with the times of another one.
  public typealias ImmediateSchedulerOf<S: Scheduler> = ImmediateScheduler<
    S.SchedulerTimeType, S.SchedulerOptions
  >

  extension DispatchQueue {
    /// A scheduler that runs everything immediately.
    public static var immediate: ImmediateSchedulerOf<DispatchQueue> {
      ImmediateScheduler(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
    }

    /// A scheduler whose time a test advances.
    public static var test: TestSchedulerOf<DispatchQueue> {
      TestScheduler(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
    }
  }
#endif
