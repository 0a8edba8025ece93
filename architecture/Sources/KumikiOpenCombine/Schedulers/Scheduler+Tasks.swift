#if OpenCombine
  internal import Kumiki
  public import OpenCombine

  extension Scheduler {
    /// Suspends for a duration of the scheduler's time.
    ///
    /// - Throws: `CancellationError`, immediately, if the task is cancelled.
    public func sleep(
      for duration: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
      options: SchedulerOptions? = nil
    ) async throws {
      try await sleep(until: now.advanced(by: duration), tolerance: tolerance, options: options)
    }

    /// Suspends until a point in the scheduler's time.
    ///
    /// - Throws: `CancellationError`, immediately, if the task is cancelled.
    public func sleep(
      until date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride? = nil,
      options: SchedulerOptions? = nil
    ) async throws {
      try Task.checkCancellation()
      let (woken, waker) = AsyncStream.makeStream(of: Void.self)
      schedule(after: date, tolerance: tolerance ?? minimumTolerance, options: options) {
        waker.finish()
      }
      for await _ in woken {}
      try Task.checkCancellation()
    }

    /// Ticks once per interval, first after one interval, until the iterating task is cancelled.
    public func timer(
      interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
      options: SchedulerOptions? = nil
    ) -> AsyncStream<SchedulerTimeType> where SchedulerTimeType: SendableMetatype {
      let (ticks, ticker) = AsyncStream.makeStream(of: SchedulerTimeType.self)
      let ticking = UncheckedSendable(
        schedule(
          after: now.advanced(by: interval), interval: interval,
          tolerance: tolerance ?? minimumTolerance, options: options
        ) {
          nonisolated(unsafe) let now = self.now
          ticker.yield(now)
        })
      ticker.onTermination = { _ in ticking.value.cancel() }
      return ticks
    }
  }
#endif
