#if OpenCombine
  public import Foundation
  public import Kumiki
  public import KumikiOpenCombine
  public import OpenCombineFoundation

  extension DependencyValues {
    /// The main run loop, as a scheduler. In a test it has to be set: to `.immediate`, or to a test
    /// scheduler.
    ///
    /// A program must run it for this to do anything.
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

    /// One that runs everything at once, whatever time it is for.
    public static var immediate: Self { Self(RunLoop.immediate) }
  }

  extension RunLoop {
    /// A scheduler that runs everything at once.
    public static var immediate: ImmediateSchedulerOf<RunLoop> {
      ImmediateScheduler(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
    }

    /// A scheduler whose time a test moves.
    public static var test: TestSchedulerOf<RunLoop> {
      TestScheduler(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
    }
  }
#endif
