@_spi(Executors) internal import KumikiToolchain

// The loop as an executor of the Swift runtime.

extension Loop: TaskExecutor {
  /// Accepts the next step of a task that prefers this loop. Usable on any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    accept(UnownedJob(job), as: .preferring)
  }
}

extension Loop: SerialExecutor {
  /// Returns the loop as the executor of an actor. Keep the loop for as long as the actor lives.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: isolation)
  }

  public func isIsolatingCurrentContext() -> Bool? { isCurrentThread }

  public func checkIsolated() {
    precondition(isCurrentThread, "expected to run on the thread of the loop")
  }
}

@_spi(Executors)
extension Loop: DelayingExecutor {
  /// Accepts a job that ends a sleep: `Task.sleep` uses this loop's clock.
  public func accept(_ job: UnownedJob, after delay: Duration) {
    accept(job, as: .wake, after: UInt64(roundingUp: delay))
  }

  /// Accepts such a job with a time instead of a delay. Jobs run in the order of their times, however long each took
  /// to arrive here.
  public func accept(_ job: UnownedJob, at instant: SystemInstant) {
    let due = SystemTimes.monotonic(instant)
    if isCurrentThread, stage.phase != .closed { return scheduleJob(job, .wake, at: due) }
    let now = System.monotonic
    accept(job, as: .wake, after: due > now ? due - now : 0)
  }
}

extension Loop {
  /// Runs a job on the executor that the job has requested.
  func run(_ job: UnownedJob, as role: JobRole) {
    tally.begunJobs &+= 1
    switch role {
    case .preferring:
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    case .isolated:
      unsafe job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    case .main:
      unsafe job.runSynchronously(on: MainLoopExecutor.shared.asUnownedSerialExecutor())
    case .global, .wake:
      unsafe job.runSynchronously(on: .none)
    }
  }
}
