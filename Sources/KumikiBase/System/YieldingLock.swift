internal import Glibc
internal import Synchronization

/// A lock that is held for a few microseconds at a time, by one thread again and again.
///
/// A thread that finds it taken yields its processor and tries again, because waking up would take longer. The holder
/// calls ``letOthers()`` between its turns: otherwise it would take the lock again before the other thread tries.
package struct YieldingLock: ~Copyable, Sendable {
  private static let tries = 64

  private let lock = GuardLock(isRecursive: false)
  private let generation = Atomic<Int>(System.generation)
  /// The number of threads that wait.
  private let waiting = Atomic<Int>(0)

  package init() {}

  deinit { lock.destroy() }

  package func acquire() {
    if generation.load(ordering: .relaxed) != System.generation {
      // In the child of a fork, no other thread exists.
      lock.resetInChild()
      waiting.store(0, ordering: .relaxed)
      generation.store(System.generation, ordering: .relaxed)
    }
    if lock.tryLock() { return }
    waiting.add(1, ordering: .relaxed)
    defer { waiting.subtract(1, ordering: .relaxed) }
    for _ in 0..<Self.tries {
      sched_yield()
      if lock.tryLock() { return }
    }
    lock.lock()
  }

  package func release() { lock.unlock() }

  /// Waits briefly until each thread that waits for the lock has had it.
  package func letOthers() {
    for _ in 0..<Self.tries where waiting.load(ordering: .relaxed) != 0 { sched_yield() }
  }
}
