internal import Synchronization

/// The process's closed loops that have received jobs. Each loop runs its jobs on its own thread, or on a thread that
/// replaces it.
enum ClosedLoopsWithJobs {
  private static let lists = LoopLists([Loop]())
  /// The number of such loops, so that a dispatch need not take the lock if there are none.
  private static let count = Atomic<Int>(0)

  /// Keeps a loop until its jobs have run.
  static func add(_ loop: Loop) {
    lists.with { loops in
      if loop.end?.take(loop) == true { return }
      if !loops.contains(where: { $0 === loop }) { loops.append(loop) }
      count.store(loops.count, ordering: .relaxed)
    }
  }

  /// Runs the jobs of this thread's loops. Called while nothing else runs on the thread.
  static func settle(on frame: ManualBox<ThreadFrame>) {
    guard count.load(ordering: .relaxed) > 0 else { return }
    for loop in take(of: frame.pointee.threadID) { loop.runJobsAfterClose() }
  }

  /// Removes and returns the loops of a thread.
  @inline(never)
  static func take(of thread: UInt64) -> [Loop] {
    guard count.load(ordering: .relaxed) > 0 else { return [] }
    return lists.with { loops in
      let mine = loops.filter { $0.threadID == thread }
      loops.removeAll { $0.threadID == thread }
      count.store(loops.count, ordering: .relaxed)
      return mine
    }
  }

  /// Whether loops are waiting for a thread.
  static func has(of thread: UInt64) -> Bool {
    lists.with { loops in loops.contains { $0.threadID == thread } }
  }
}
