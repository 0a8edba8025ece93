#if OpenCombine
  public import Dispatch
  public import Kumiki
  public import OpenCombineDispatch

  extension DependencyValues {
    /// The main queue, as a scheduler. In a test it has to be set: to `.immediate`, or to a
    /// ``TestScheduler``.
    ///
    /// A program must run the main queue for this to do anything: with `dispatchMain()` or a `RunLoop`. A
    /// loop of Kumiki's has a clock of its own, `continuousClock`, which needs neither.
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
