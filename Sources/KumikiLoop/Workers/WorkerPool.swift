/// How the blocking work of a loop is done.
package struct WorkerOptions {
  /// The greatest number of jobs at work at once.
  package var count = 4
  /// Whether the loop's end waits for the jobs at work.
  package var waitsAtEnd = false
  /// Hands a job to the program's own threads, however many it has; false if it refuses. Nil: the loop starts
  /// threads. Called on the loop's thread.
  package var submit: ((WorkerTicket) -> Bool)?

  package init() {}
}

/// The blocking work of a loop that has not begun, and the number of threads that do the rest.
///
/// First in, first out. No thread is kept idle: one that finds nothing more to do ends.
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

    /// Takes out the job that has waited longest. If there is none, or too many threads are at work, the
    /// calling thread ends.
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

  /// Takes a job for the pool's threads; false if the system refuses the only thread.
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
      // If other threads are at work, they come to it in time.
      return state.threads > 0 || !state.remove(job)
    }
  }

  /// Takes a job for a thread of the program's; false if that is refused.
  func add(_ job: WorkerJob, _ submit: (WorkerTicket) -> Bool) -> Bool {
    state.withLock { $0.append(job) }
    return submit(WorkerTicket(job, self)) || !take(job)
  }

  /// Changes the greatest number of threads. More begin with the jobs that wait; those that are too many end
  /// after the jobs that they have.
  func allow(_ most: Int) {
    let more = state.withLock { state in
      state.most = most
      let more = state.waiting.all.prefix(max(0, most - state.threads)).count
      state.threads += more
      return more
    }
    for _ in 0..<more where Worker.start({ self.work() }) == nil {
      // Refused by the system. Where jobs wait there is another thread, which comes to them in time.
      state.withLock { $0.threads -= 1 }
    }
  }

  // MARK: - Any thread

  /// Takes a job out, for the caller to begin or to give up; false if somebody else has taken it.
  func take(_ job: WorkerJob) -> Bool { state.withLock { $0.remove(job) } }

  /// A thread's work: runs the waiting jobs until none is left.
  func work() { while let job = state.withLock({ $0.next() }) { job.work.run() } }
}

/// A job that waits for a thread of the program's. Used once, on any thread.
package struct WorkerTicket: Sendable {
  private let job: WorkerJob
  private let pool: WorkerPool

  fileprivate init(_ job: WorkerJob, _ pool: WorkerPool) {
    self.job = job
    self.pool = pool
  }

  /// Does the work, unless the effect was cancelled meanwhile.
  package func run() { if pool.take(job) { job.work.run() } }

  /// Gives the job back: its effect fails.
  package func refuse() {
    guard pool.take(job) else { return }
    job.work.refuse("the program's threads gave the work of a blocking effect up")
  }
}
