internal import Synchronization

/// The process's closed loops that were given jobs. Each runs them on its own thread, or on one that takes its place.
enum AdriftLoops {
  private static let lists = LoopLists([Loop]())
  /// How many there are, so that a dispatch need not take the lock to see none.
  private static let count = Atomic<Int>(0)

  /// Remembers a loop until its jobs have run.
  static func add(_ loop: Loop) {
    lists.with { loops in
      if loop.end?.take(loop) == true { return }
      if !loops.contains(where: { $0 === loop }) { loops.append(loop) }
      count.store(loops.count, ordering: .relaxed)
    }
  }

  /// Runs the jobs of this thread's loops. Called when nothing else is going on here.
  static func settle(on frame: ManualBox<ThreadFrame>) {
    guard count.load(ordering: .relaxed) > 0 else { return }
    for loop in take(of: frame.pointee.threadID) { loop.runAdrift() }
  }

  /// Takes out the loops of a thread.
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

  /// Whether loops of a thread wait for it.
  static func has(of thread: UInt64) -> Bool {
    lists.with { loops in loops.contains { $0.threadID == thread } }
  }
}
