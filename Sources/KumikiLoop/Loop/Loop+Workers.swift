// Blocking work that other threads do for a loop.

extension Loop {
  /// Makes a loop with options for its blocking work.
  package convenience init(_ kind: Kind, workers: WorkerOptions) throws(LoopError) {
    try self.init(kind)
    self.workers.options = workers
    // Made now, so that the wait at the loop's end cannot fail.
    if workers.waitsAtEnd { try inbox.event() }
  }

  /// Hands a job to a worker. If no thread takes the job, its effect fails. For the owner thread.
  ///
  /// The loop is not idle until the job has come back or was taken back.
  package func begin(_ job: WorkerJob) {
    inbox.retainPending()
    let pool = workers.used()
    guard let submit = workers.options.submit else {
      if !pool.add(job) { job.work.refuse("the system refused a thread for a blocking effect") }
      return
    }
    if !pool.add(job, submit) { job.work.refuse("the program's threads refused a blocking effect") }
  }

  /// The maximum number of threads that do blocking work at once, at least 1. Has no effect if the program's own
  /// threads do the work. For the owner thread.
  public var workerCount: Int {
    get { isCurrentThread ? workers.options.count : WorkerOptions().count }
    set {
      guard mayBeSet("workerCount") else { return }
      workers.options.count = max(1, newValue)
      if inbox.isOurs, workers.options.submit == nil { workers.pool?.allow(workers.options.count) }
    }
  }

  /// Takes back a job that has not begun. For the owner thread.
  ///
  /// In the child of a fork the job is left alone: no thread there would run it, and the lock may be held for ever.
  package func withdraw(_ job: WorkerJob) {
    if inbox.isOurs, workers.pool?.take(job) == true { job.work.withdraw() }
  }

  /// Called at the loop's end, when its stores have ended, so that no job is waiting any more.
  func finishWorkers() {
    workers.options.submit = nil
    guard workers.options.waitsAtEnd else { return }
    while inbox.hasPending {
      takeInbox()
      try? inbox.wait(nanoseconds: nil, whilePending: true)
    }
  }
}
