/// The loop as the executor of actors, separate from the loop as the executor that tasks prefer.
///
/// A single object would have to run every job isolated, and a task that is isolated to an executor needs an
/// additional job to enter or leave an actor.
final class LoopIsolation: SerialExecutor, @unchecked Sendable {
  // Set once, before the loop is published. Code that uses this executor keeps the loop alive.
  var loop: Uncounted<Loop>?

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop?.with { $0.accept(job, as: .isolated) }
  }

  func isIsolatingCurrentContext() -> Bool? {
    loop?.with { $0.isCurrentThread }
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "expected to run on the thread of the loop")
  }
}
