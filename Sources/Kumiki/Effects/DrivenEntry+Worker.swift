extension DrivenEntry {
  /// Has `work` done by a thread of the loop's workers.
  ///
  /// The thread holds of the effect the sender's reference alone, which the work may give back. So `work`
  /// captures what else it needs, and that is released on the loop's thread.
  ///
  /// - Parameter work: is handed a reference to the effect. Unless it has answered by the time at which it
  ///   returns, the effect is finished.
  package func beginOnWorker(
    _ work: @escaping @Sendable (_ sender: Uncounted<DrivenEntry>) -> Void
  ) {
    heldLoop.with { loop in
      let job = WorkerJob(for: loop, .retained(self), in: groups?.turn, work)
      self.job = job
      loop.begin(job)
    }
  }

  /// The effect was cancelled: where its work has not begun it never does.
  package func withdrawFromWorker() {
    guard let job else { return }
    heldLoop.with { $0.withdraw(job) }
  }
}
