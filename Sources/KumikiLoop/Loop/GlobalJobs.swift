@_spi(Executors) internal import KumikiToolchain

/// Routes the jobs that name no loop. The runtime's hooks send them here if the engine contains the Swift runtime.
package enum GlobalJobs {
  /// Sets the runtime's hooks, if this copy of the runtime is the running one. Called before the first loop is made.
  package static func takeOverRuntime() { _ = takenOver }

  private static let takenOver: Void = RuntimeHooks.install(
    main: MainLoopExecutor.shared, standard: GlobalLoopExecutor.shared)

  /// Gives a job to the loop that is being dispatched here, if that loop may run it, or else to another loop.
  ///
  /// - Parameter delay: The delay on the clock of the loop that takes the job; nil for as soon as possible.
  fileprivate static func route(_ job: UnownedJob, _ role: JobRole, after delay: UInt64? = nil) {
    guard let loop = ThreadFrame.current.pointee.dispatching?.object,
      loop.stage.phase == .open, loop.inbox.isOurs,
      role == .global || LoopRegistry.isMain(loop.inbox)
    else {
      let item = delay.map { LoopItem.delayedJob(job, role, delay: $0) } ?? .job(job, role)
      return LoopRegistry.route(item, role: role)
    }
    if let delay { loop.accept(job, as: role, after: delay) } else { loop.accept(job, as: role) }
  }
}

/// The main actor's executor if the engine contains the Swift runtime.
///
/// One object for the life of the process: tasks remember the executor that they were suspended on, but the loop
/// behind the executor changes when the first loop is closed.
package final class MainLoopExecutor: SerialExecutor, DelayingExecutor {
  package static let shared = MainLoopExecutor()

  private init() {}

  /// Accepts a job of the main actor, which runs on the thread of the process's first loop.
  package func enqueue(_ job: consuming ExecutorJob) { GlobalJobs.route(UnownedJob(job), .main) }

  package func accept(_ job: UnownedJob, after delay: Duration) {
    GlobalLoopExecutor.shared.accept(job, after: delay)
  }

  package func isIsolatingCurrentContext() -> Bool? { LoopRegistry.isMainThread }

  package func checkIsolated() {
    precondition(LoopRegistry.isMainThread, "expected to run on the first loop's thread")
  }
}

/// Replaces the runtime's thread pool as the executor if the engine contains the Swift runtime.
package final class GlobalLoopExecutor: TaskExecutor, DelayingExecutor {
  package static let shared = GlobalLoopExecutor()

  private init() {}

  /// Accepts a job for any thread. It goes to the loop that is being dispatched here, else to this thread's first
  /// loop, else to the process's first loop, else to the next new loop.
  package func enqueue(_ job: consuming ExecutorJob) { GlobalJobs.route(UnownedJob(job), .global) }

  package func accept(_ job: UnownedJob, after delay: Duration) {
    GlobalJobs.route(job, .global, after: UInt64(roundingUp: delay))
  }
}
