#if OpenCombine
  public import Dispatch
  public import Kumiki
  public import OpenCombineDispatch

  extension DependencyValues {
    /// The main queue, as a scheduler. A test must set it: to `.immediate`, or to a ``TestScheduler``.
    ///
    /// It has an effect only if the program runs the main queue: with `dispatchMain()` or a `RunLoop`. A
    /// Kumiki loop has its own clock, `continuousClock`, which needs neither.
    public var mainQueue: AnySchedulerOf<DispatchQueue> {
      get { self[MainQueueKey.self] }
      set { self[MainQueueKey.self] = newValue }
    }
  }

  private enum MainQueueKey: DependencyKey {
    static var liveValue: AnySchedulerOf<DispatchQueue> { .main }

    static var testValue: AnySchedulerOf<DispatchQueue> {
      DependencyValues.reportUnimplemented("mainQueue")
      return .main
    }
  }
#endif
