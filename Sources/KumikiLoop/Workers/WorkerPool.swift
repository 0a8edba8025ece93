/// The options for the blocking work of a loop.
package struct WorkerOptions {
  /// The maximum number of jobs that run at once.
  package var count = 4
  /// Whether the loop's end waits for running jobs.
  package var waitsAtEnd = false
  /// Hands a job to the program's own threads, however many there are. Returns false to refuse the job. If nil, the
  /// loop starts threads. Called on the loop's thread.
  package var submit: ((WorkerTicket) -> Bool)?

  package init() {}
}

/// The waiting blocking work of a loop, and the number of threads that run the rest.
///
/// First in, first out. No thread is kept idle: a thread that finds no more work ends.
final class WorkerPool: Sendable {
  private let state: Guarded<State>

  private struct State {
    /// The waiting jobs, retained by the pool.
    var waiting = LinkedList<WorkerJob.AmongWaiting>()
    var threads = 0
    /// The greatest number of threads.
    var most: Int

    mutating func append(_ job: WorkerJob) {
      _ = Uncounted.retained(job)
      job.isWaiting = true
      waiting.append(job)
    }

    mutating func remove(_ job: WorkerJob) -> Bool {
      guard job.isWaiting else { return false }
      job.isWaiting = false
      waiting.remove(job)
      Uncounted(job).release()
      return true
    }

    /// Removes and returns the job that has waited longest. If no job waits, or too many threads are running, returns
    /// nil, and the calling thread ends.
    mutating func next() -> WorkerJob? {
      guard threads <= most, let job = waiting.first else {
        threads -= 1
        return nil
      }
      _ = remove(job)
      return job
    }
  }

  init(_ options: WorkerOptions) { state = Guarded(State(most: options.count)) }

  // MARK: - The loop's thread

  /// Adds a job for the pool's threads. Returns false if the system refuses the only thread.
  func add(_ job: WorkerJob) -> Bool {
    let startsThread = state.withLock { state in
      state.append(job)
      guard state.threads < state.most else { return false }
      state.threads += 1
      return true
    }
    if !startsThread || Worker.start({ self.work() }) != nil { return true }
    return state.withLock { state in
      state.threads -= 1
      // If other threads are running, one of them will take the job.
      return state.threads > 0 || !state.remove(job)
    }
  }

  /// Adds a job for a thread of the program. Returns false if the program refuses the job.
  func add(_ job: WorkerJob, _ submit: (WorkerTicket) -> Bool) -> Bool {
    state.withLock { $0.append(job) }
    return submit(WorkerTicket(job, self)) || !take(job)
  }

  /// Changes the maximum number of threads. Additional threads begin with the waiting jobs; excess threads end after
  /// their current jobs.
  func allow(_ most: Int) {
    let more = state.withLock { state in
      state.most = most
      let more = state.waiting.all.prefix(max(0, most - state.threads)).count
      state.threads += more
      return more
    }
    for _ in 0..<more where Worker.start({ self.work() }) == nil {
      // The system refused a thread. While jobs wait there is another thread, which will take them.
      state.withLock { $0.threads -= 1 }
    }
  }

  // MARK: - Any thread

  /// Removes a job, for the caller to begin or to give up. Returns false if another caller has removed it.
  func take(_ job: WorkerJob) -> Bool { state.withLock { $0.remove(job) } }

  /// Runs the waiting jobs until none is left, on a worker thread.
  func work() { while let job = state.withLock({ $0.next() }) { job.work.run() } }
}

/// A job that waits for a thread of the program. Used once, on any thread.
package struct WorkerTicket: Sendable {
  private let job: WorkerJob
  private let pool: WorkerPool

  fileprivate init(_ job: WorkerJob, _ pool: WorkerPool) {
    self.job = job
    self.pool = pool
  }

  /// Does the work, unless the effect was cancelled.
  package func run() { if pool.take(job) { job.work.run() } }

  /// Gives the job back. Its effect fails.
  package func refuse() {
    guard pool.take(job) else { return }
    job.work.refuse("the program's threads gave the work of a blocking effect up")
  }
}
