internal import Synchronization

/// Everything that one send causes: its effects, the effects of the actions that they send, and so on.
@usableFromInline
package final class TaskTree: @unchecked Sendable {
  // Belongs to the loop's thread, but for the two that are atomic: others may read them, and cancel.
  let loop: Loop
  @safe @exclusivity(unchecked) private var members = LinkedList<EffectEntry.AmongTaskTree>()
  private let pending = Atomic<Int>(0)
  @safe @exclusivity(unchecked) private var waiters: [() -> Void] = []
  private let cancelled = Atomic<Bool>(false)

  /// Whether this is the store's own task tree, for effects whose send has no handle. It is part of the
  /// table.
  let isShared: Bool

  init(_ loop: Loop, isShared: Bool = false) {
    self.loop = loop
    self.isShared = isShared
    if !isShared { LiveObjects.add() }
  }

  deinit { if !isShared { LiveObjects.remove() } }

  /// True if nothing of it is running, and none of its actions waits in a buffer. Any thread.
  package var isFinished: Bool { pending.load(ordering: .acquiring) == 0 }

  /// Whether it was cancelled. Any thread.
  package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Only the loop's thread counts, so the addition itself need not be atomic.
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

  /// Notes that an action of the task tree waits in a buffer, and may start more.
  @usableFromInline
  func retain() { _ = count(1) }

  @usableFromInline
  func release() {
    guard count(-1) == 0, !waiters.isEmpty else { return }
    for waiter in exchange(&waiters, with: []) { waiter() }
  }

  /// Cancels every effect of the task tree, and those that its buffered actions would start.
  func cancel() {
    cancelled.store(true, ordering: .releasing)
    loop.ending { for entry in members.all { entry.cancel() } }
  }

  /// The same from any thread: nothing more begins from now on, and what runs ends at the loop's next turn.
  func cancelAnywhere() {
    cancelled.store(true, ordering: .releasing)
    loop.onOwnThread { self.cancel() }
  }

  /// Calls `waiter` when the task tree has finished; at once if it has.
  package func whenFinished(_ waiter: @escaping () -> Void) {
    if isFinished { waiter() } else { waiters.append(waiter) }
  }
}
