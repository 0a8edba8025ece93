internal import DequeModule

/// The due work of a loop.
///
/// Belongs to the loop's thread.
struct LoopQueue {
  /// The items, first in, first out.
  var due = Deque<LoopItem>()
  /// The number of entries of `due` whose timer was cancelled.
  var cancelled = 0
  /// Swift jobs that arose during this dispatch. They run in the same dispatch.
  var followOns = Deque<LoopItem>()
  /// Deferred functions whose iteration has not begun. They are kept separate from the items, so that an iteration
  /// that is cut short still knows them.
  var deferred = Deque<() -> Void>()
  /// Deferred functions to be called once the iteration is over.
  var outside = Deque<() -> Void>()
  /// Whether a `wakeup` arrived that no dispatch has handled yet.
  var wasWoken = false

  /// Whether deferred functions are waiting.
  var hasOutside: Bool { !deferred.isEmpty || !outside.isEmpty }

  /// Whether work is waiting that would run.
  var hasMore: Bool { due.count > cancelled || hasOutside }

  /// Adds an item after the others of its kind.
  @inline(never)
  mutating func append(_ item: consuming LoopItem) {
    switch consume item {
    case .outside(let work): deferred.append(work)
    case let item: due.append(item)
    }
  }

  /// Moves the deferred functions to the list that is called after the starting iteration.
  mutating func beginTurn() { while let work = deferred.popFirst() { outside.append(work) } }

  /// Puts the Swift jobs that an iteration has left before the items of the next one.
  mutating func endTurn() {
    guard !followOns.isEmpty else { return }
    due.prepend(contentsOf: followOns)
    followOns.removeAll(keepingCapacity: true)
  }

  /// Makes the items run in the current dispatch.
  mutating func followAll() {
    followOns.append(contentsOf: due)
    due.removeAll()
  }

  /// Removes the effects that ended before they could start, and returns them for the caller to release.
  mutating func takeEnded() -> [any QueuedEffect] {
    var ended: [any QueuedEffect] = []
    for index in due.indices {
      guard case .effect(let effect) = due[index], effect.isFinished else { continue }
      // A placeholder stays behind, since a running iteration has counted the items in the queue.
      due[index] = .work {}
      ended.append(effect)
    }
    return ended
  }

  /// Whether all queued work is delayed work, taken from its timers.
  var hasOnlyDelayedWork: Bool {
    !hasOutside && due.count { $0.delayedWork != nil } == due.count - cancelled
  }
}
