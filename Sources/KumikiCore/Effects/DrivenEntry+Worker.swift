extension DrivenEntry {
  /// Runs `work` on one of the loop's worker threads.
  ///
  /// The thread's only reference to the effect is the sender's, which the work may give back. So `work` must capture
  /// everything else that it needs. Its captures are released on the loop's thread.
  ///
  /// If the loop is finishing and cancels work, `work` never starts, and the rest of its chains is dropped.
  ///
  /// - Parameter work: receives a reference to the effect. If it returns without having completed the effect, the
  ///   effect finishes.
  package func beginOnWorker(
    _ work: @escaping @Sendable (_ sender: Uncounted<DrivenEntry>) -> Void
  ) {
    heldLoop.with { loop in
      if loop.tally.isCancelled { return drop() }
      let work = DrivenWork(for: loop, .retained(self), in: groups?.turn, work)
      let job = WorkerJob(work)
      blocking = (work, job)
      loop.begin(job)
    }
  }

  /// Withdraws cancelled work from the worker: if the work has not started, it never starts.
  package func withdrawFromWorker() {
    guard let job = blocking?.job else { return }
    heldLoop.with { $0.withdraw(job) }
  }
}
