@_spi(Executors) internal import KumikiToolchain

// The loop as the Swift runtime sees it.

extension Loop: TaskExecutor {
  /// Takes the next step of a task that prefers this loop. Any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    accept(UnownedJob(job), as: .preferring)
  }
}

extension Loop: SerialExecutor {
  /// The loop as the executor of an actor; keep the loop for as long as the actor lives.
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
  /// Takes a job that ends a sleep: `Task.sleep` goes by this loop's clock.
  public func accept(_ job: UnownedJob, after delay: Duration) {
    accept(job, as: .wake, after: UInt64(roundingUp: delay))
  }

  /// The same until a moment. Jobs run in the order of their moments, however long each took to get here.
  public func accept(_ job: UnownedJob, at moment: SystemInstant) {
    let due = SystemMoments.monotonic(moment)
    if isCurrentThread, stage.phase != .closed { return scheduleJob(job, .wake, at: due) }
    let now = System.monotonic
    accept(job, as: .wake, after: due > now ? due - now : 0)
  }
}

extension Loop {
  /// Runs a job on the executor that it asked for.
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
