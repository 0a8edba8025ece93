#if OpenCombine
  public import Kumiki
  public import OpenCombine

  extension Effect {
    /// Delays this effect by `dueTime` on a scheduler. Each request waits separately.
    public func deferred<S: Scheduler>(
      for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Self where S: SendableMetatype, S.SchedulerTimeType.Stride: SendableMetatype {
      if isNone { return .none }
      let wait = UncheckedSendable((dueTime, scheduler, options))
      return .concatenate(
        .run { _ in
          let (dueTime, scheduler, options) = wait.value
          try await scheduler.sleep(for: dueTime, options: options)
        }, self)
    }

    /// Delays this effect until `dueTime` of a scheduler has passed since the last request with `id`.
    /// Otherwise like `debounce(id:for:)`.
    public func debounce<S: Scheduler>(
      id: some Hashable & Sendable, for dueTime: S.SchedulerTimeType.Stride, scheduler: S,
      options: S.SchedulerOptions? = nil
    ) -> Self where S: SendableMetatype, S.SchedulerTimeType.Stride: SendableMetatype {
      deferred(for: dueTime, scheduler: scheduler, options: options)
        .cancellable(id: id, cancelInFlight: true)
    }

    /// Starts at most one effect with `id` in each `interval` of a scheduler. Otherwise like
    /// `throttle(id:for:latest:)`.
    public func throttle<S: Scheduler>(
      id: some Hashable & Sendable, for interval: S.SchedulerTimeType.Stride, scheduler: S,
      latest: Bool
    ) -> Self {
      throttle(anyID: AnyHashable(effectID: id), latest: latest) { loop, _ in
        SchedulerSpan(scheduler, length: interval, on: loop)
      }
    }
  }

  /// The interval of a throttle in a scheduler's time.
  private struct SchedulerSpan<S: Scheduler>: ThrottleSpan {
    private let scheduler: S
    private let opened: S.SchedulerTimeType
    private let length: S.SchedulerTimeType.Stride
    private let loop: Loop

    init(_ scheduler: S, length: S.SchedulerTimeType.Stride, on loop: Loop) {
      self.scheduler = scheduler
      self.length = length
      self.loop = loop
      opened = scheduler.now
    }

    func isWhole(since earlier: any ThrottleSpan) -> Bool {
      guard let earlier = earlier as? Self else { return earlier.isOver }
      return scheduler.now >= earlier.opened.advanced(by: length)
    }

    var isOver: Bool { isWhole(since: self) }

    func begin(_ work: any DelayedWork, after earlier: any ThrottleSpan) -> () -> Void {
      let opened = (earlier as? Self)?.opened ?? opened
      let waiting = UncheckedSendable(WaitingWork(work))
      scheduler.schedule(
        after: opened.advanced(by: length), tolerance: scheduler.minimumTolerance, options: nil
      ) { [loop] in
        // The scheduler may run this on any thread.
        loop.post { waiting.value.begin() }
      }
      return { waiting.value.cancel() }
    }
  }

  /// Work that waits for a scheduler. Belongs to the loop's thread.
  private final class WaitingWork {
    private var work: (any DelayedWork)?

    init(_ work: any DelayedWork) { self.work = work }

    func begin() {
      let work = work
      self.work = nil
      work?.begin()
    }

    func cancel() { work = nil }
  }
#endif
