internal import Synchronization

/// Everything caused by one send: its effects, the effects of the actions that they send, and so on.
@usableFromInline
package final class TaskTree: @unchecked Sendable {
  // Belongs to the loop's thread, except for the two atomic members: other threads may read these, and cancel.
  let loop: Loop
  @safe @exclusivity(unchecked) private var members = LinkedList<EffectEntry.AmongTaskTree>()
  private let pending = Atomic<Int>(0)
  @safe @exclusivity(unchecked) private var waiters: [() -> Void] = []
  private let cancelled = Atomic<Bool>(false)

  /// Whether this is the store's own task tree, for effects whose send has no handle. That tree belongs to the table.
  let isShared: Bool

  init(_ loop: Loop, isShared: Bool = false) {
    self.loop = loop
    self.isShared = isShared
    if !isShared { LiveObjects.add() }
  }

  deinit { if !isShared { LiveObjects.remove() } }

  /// Whether none of its effects is running, and none of its actions is waiting in a buffer. Callable from any thread.
  package var isFinished: Bool { pending.load(ordering: .acquiring) == 0 }

  /// Whether the tree was cancelled. Callable from any thread.
  package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Adds to the count. Only the loop's thread counts, so the addition itself need not be atomic.
  private func count(_ change: Int) -> Int {
    let left = pending.load(ordering: .relaxed) &+ change
    pending.store(left, ordering: .releasing)
    return left
  }

  func enter(_ entry: EffectEntry) {
    _ = count(1)
    members.append(entry)
  }

  func leave(_ entry: EffectEntry) {
    members.remove(entry)
    release()
  }

  /// Records that an action of the task tree is waiting in a buffer, and may start effects.
  @usableFromInline
  func retain() { _ = count(1) }

  @usableFromInline
  func release() {
    guard count(-1) == 0, !waiters.isEmpty else { return }
    for waiter in exchange(&waiters, with: []) { waiter() }
  }

  /// Cancels every effect of the task tree, and the effects that its buffered actions would start.
  func cancel() {
    cancelled.store(true, ordering: .releasing)
    loop.ending { for entry in members.all { entry.cancel() } }
  }

  /// Cancels from any thread: no effect starts afterwards, and running ones end in the loop's next iteration.
  func cancelAnywhere() {
    cancelled.store(true, ordering: .releasing)
    loop.onOwnThread { self.cancel() }
  }

  /// Calls `waiter` when the task tree has finished, or immediately if it already has.
  package func whenFinished(_ waiter: @escaping () -> Void) {
    if isFinished { waiter() } else { waiters.append(waiter) }
  }
}
