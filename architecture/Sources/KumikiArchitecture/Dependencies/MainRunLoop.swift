#if OpenCombine
  public import Foundation
  public import Kumiki
  public import KumikiOpenCombine
  public import OpenCombineFoundation

  extension DependencyValues {
    /// The main run loop, as a scheduler. A test must set it: to `.immediate`, or to a test scheduler.
    ///
    /// It has an effect only if the program runs the main run loop.
    public var mainRunLoop: AnySchedulerOf<RunLoop> {
      get { self[MainRunLoopKey.self] }
      set { self[MainRunLoopKey.self] = newValue }
    }
  }

  private enum MainRunLoopKey: DependencyKey {
    static var liveValue: AnySchedulerOf<RunLoop> { .main }

    static var testValue: AnySchedulerOf<RunLoop> {
      DependencyValues.reportUnimplemented("mainRunLoop")
      return .main
    }
  }

  extension AnyScheduler
  where
    SchedulerTimeType == RunLoop.SchedulerTimeType, SchedulerOptions == RunLoop.SchedulerOptions
  {
    /// The main run loop.
    public static var main: Self { Self(RunLoop.main) }

    /// A scheduler that runs everything immediately, ignoring times.
    public static var immediate: Self { Self(RunLoop.immediate) }
  }

  extension RunLoop {
    /// A scheduler that runs everything immediately.
    public static var immediate: ImmediateSchedulerOf<RunLoop> {
      ImmediateScheduler(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
    }

    /// A scheduler whose time a test advances.
    public static var test: TestSchedulerOf<RunLoop> {
      TestScheduler(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
    }
  }
#endif
