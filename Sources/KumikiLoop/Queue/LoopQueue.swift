internal import DequeModule

/// The work of a loop that is due.
///
/// Belongs to the loop's thread.
struct LoopQueue {
  /// The items, first in, first out.
  var due = Deque<LoopItem>()
  /// Entries of `due` whose timer was cancelled since.
  var cancelled = 0
  /// Swift jobs that came up during this dispatch: they run in it.
  var followOns = Deque<LoopItem>()
  /// Deferred functions whose turn has not begun. They wait beside the items: a turn that does not get to its end
  /// knows of them all the same.
  var deferred = Deque<() -> Void>()
  /// Deferred functions to be called once the turn is over.
  var outside = Deque<() -> Void>()
  /// Whether a `wakeup` came that no dispatch has answered yet.
  var wasWoken = false

  /// Whether deferred functions wait.
  var hasOutside: Bool { !deferred.isEmpty || !outside.isEmpty }

  /// Whether something waits that would run.
  var hasMore: Bool { due.count > cancelled || hasOutside }

  /// Puts an item behind the others of its kind.
  @inline(never)
  mutating func append(_ item: consuming LoopItem) {
    switch consume item {
    case .outside(let work): deferred.append(work)
    case let item: due.append(item)
    }
  }

  /// Lets the deferred functions be called after the turn that begins.
  mutating func beginTurn() { while let work = deferred.popFirst() { outside.append(work) } }

  /// Puts the Swift jobs that a turn has left before the items of the next one.
  mutating func endTurn() {
    guard !followOns.isEmpty else { return }
    due.prepend(contentsOf: followOns)
    followOns.removeAll(keepingCapacity: true)
  }

  /// Lets the items run in the dispatch that is under way.
  mutating func followAll() {
    followOns.append(contentsOf: due)
    due.removeAll()
  }

  /// Takes out the effects that ended before their turn came, for the caller to release.
  mutating func takeEnded() -> [any QueuedEffect] {
    var ended: [any QueuedEffect] = []
    for index in due.indices {
      guard case .effect(let effect) = due[index], effect.isFinished else { continue }
      // A placeholder stays behind, since a turn that is being run has counted the items in the queue.
      due[index] = .work {}
      ended.append(effect)
    }
    return ended
  }

  /// Whether all the work is delayed work, taken from its timers.
  var hasOnlyDelayedWork: Bool {
    !hasOutside && due.count { $0.delayedWork != nil } == due.count - cancelled
  }
}
