/// The work of one blocking effect. Either one thread begins it, or the loop takes it back before that.
package protocol BlockingWork: AnyObject, Sendable {
  /// Does the work. Called once, on the thread that has taken the work.
  func run()
  /// Fails, because no thread will do the work. Called on any thread, instead of ``run()``.
  func refuse(_ reason: String)
  /// Drops the work, because its effect was cancelled. Called on the loop's thread, instead of ``run()``.
  func withdraw()
}

/// Blocking work that waits for a thread.
package final class WorkerJob: @unchecked Sendable {
  let work: any BlockingWork
  // Both belong to the pool and are guarded by its lock.
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
