extension DrivenEntry {
  /// Runs `work` on a thread of the loop's workers.
  ///
  /// The thread's only reference to the effect is the sender's, which the work may give back. So `work`
  /// captures everything else that it needs, and its captures are released on the loop's thread.
  ///
  /// While the loop is finished and cancels work, it never begins, and the rest of its chains is dropped.
  ///
  /// - Parameter work: receives a reference to the effect. If it returns without having answered, the effect
  ///   is finished.
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

  /// Called when the effect was cancelled: work that has not begun never begins.
  package func withdrawFromWorker() {
    guard let job = blocking?.job else { return }
    heldLoop.with { $0.withdraw(job) }
  }
}
