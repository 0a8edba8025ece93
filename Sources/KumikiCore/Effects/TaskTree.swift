/// Everything that one send causes: its effects, the effects of the actions that they send, and so on.
@usableFromInline
package final class TaskTree: @unchecked Sendable {
  let loop: Loop
  @safe @exclusivity(unchecked) private var members = LinkedList<EffectEntry.AmongTaskTree>()
  @safe @exclusivity(unchecked) private var pending = 0
  @safe @exclusivity(unchecked) private var waiters: [() -> Void] = []
  @safe @exclusivity(unchecked) package private(set) var isCancelled = false

  /// Whether this is the store's own task tree, for effects whose send has no handle. It is part of the
  /// table.
  let isShared: Bool

  init(_ loop: Loop, isShared: Bool = false) {
    self.loop = loop
    self.isShared = isShared
    if !isShared { LiveObjects.add() }
  }

  deinit { if !isShared { LiveObjects.remove() } }

  /// True if nothing of it is running, and none of its actions waits in a buffer.
  package var isFinished: Bool { pending == 0 }

  func enter(_ entry: EffectEntry) {
    pending += 1
    members.append(entry)
  }

  func leave(_ entry: EffectEntry) {
    members.remove(entry)
    release()
  }

  /// Notes that an action of the task tree waits in a buffer, and may start more.
  @usableFromInline
  func retain() { pending += 1 }

  @usableFromInline
  func release() {
    pending -= 1
    guard pending == 0, !waiters.isEmpty else { return }
    for waiter in exchange(&waiters, with: []) { waiter() }
  }

  /// Cancels every effect of the task tree, and those that its buffered actions would start.
  func cancel() {
    isCancelled = true
    loop.ending { for entry in members.all { entry.cancel() } }
  }

  /// Calls `waiter` when the task tree has finished; at once if it has.
  package func whenFinished(_ waiter: @escaping () -> Void) {
    if isFinished { waiter() } else { waiters.append(waiter) }
  }
}
