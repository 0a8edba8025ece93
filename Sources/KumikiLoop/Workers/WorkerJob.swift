/// The work of one blocking effect: one thread begins it, or the loop's takes it back before that.
package protocol BlockingWork: AnyObject, Sendable {
  /// Does the work. On the thread that has taken it, once.
  func run()
  /// Fails, because no thread will do the work. Any thread, instead of ``run()``.
  func refuse(_ reason: String)
  /// Drops the work, because its effect was cancelled. On the loop's thread, instead of ``run()``.
  func withdraw()
}

/// Blocking work that waits for a thread.
package final class WorkerJob: @unchecked Sendable {
  let work: any BlockingWork
  // Both are the pool's, behind its lock.
  fileprivate var links = Links<WorkerJob>()
  var isWaiting = false

  package init(_ work: any BlockingWork) { self.work = work }

  enum AmongWaiting: LinkPlace {
    static subscript(_ job: WorkerJob) -> Links<WorkerJob> {
      get { job.links }
      set { job.links = newValue }
    }
  }
}
