#if OpenCombine
  public import Dispatch
  public import OpenCombine
  public import OpenCombineDispatch

  /// A scheduler of any type with the times and options of one: what a dependency is declared as.
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

    /// A scheduler of a type that is not told.
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

  /// A scheduler with the times of another type: `AnySchedulerOf<DispatchQueue>`.
  public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<
    S.SchedulerTimeType, S.SchedulerOptions
  >

  extension Scheduler {
    /// This scheduler as one of any type.
    public func eraseToAnyScheduler() -> AnySchedulerOf<Self> { AnyScheduler(self) }
  }

  extension AnyScheduler
  where
    SchedulerTimeType == DispatchQueue.SchedulerTimeType,
    SchedulerOptions == DispatchQueue.SchedulerOptions
  {
    /// The main queue.
    public static var main: Self { Self(DispatchQueue.main) }

    /// A queue of the system for work of a quality of service.
    public static func global(qos: DispatchQoS.QoSClass = .default) -> Self {
      Self(DispatchQueue.global(qos: qos))
    }

    /// One that runs everything at once, whatever time it is for.
    public static var immediate: Self { Self(DispatchQueue.immediate) }
  }

  /// Runs everything at once, on the caller's thread, whatever time it is for. Its own time stands still.
  public struct ImmediateScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
    public let now: SchedulerTimeType
    public var minimumTolerance: SchedulerTimeType.Stride { .zero }

    /// A scheduler that stands at a moment.
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
    /// A scheduler that runs everything at once.
    public static var immediate: ImmediateSchedulerOf<DispatchQueue> {
      ImmediateScheduler(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
    }

    /// A scheduler whose time a test moves.
    public static var test: TestSchedulerOf<DispatchQueue> {
      TestScheduler(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
    }
  }
#endif
