/// The queues of a store in use, by name.
///
/// Turns keep this object alive, because work may outlive its store.
final class TurnQueues {
  @safe @exclusivity(unchecked) private var used: [TurnQueue.Name: TurnQueue] = [:]
  /// The limits that were set explicitly. They are kept as long as the store, apart from the queues in use, so that a
  /// name without running effects costs a snapshot nothing.
  @safe @exclusivity(unchecked) private var limits: [TurnQueue.Name: Int] = [:]
  /// The queues whose effects are being restored, in the order of their first requests.
  @safe @exclusivity(unchecked) private var restoring: [TurnQueue] = []
  @safe @exclusivity(unchecked) private var isInStep = false
  /// The queues that got turns back since the current step first ended effects; nil before that.
  @safe @exclusivity(unchecked) private var held: [TurnQueue]?

  func queue(_ name: TurnQueue.Name) -> TurnQueue {
    if let queue = used[name] { return queue }
    let queue = TurnQueue(name, most: limits[name])
    used[name] = queue
    return queue
  }

  func restore(_ queue: TurnQueue) {
    if queue.isRestoring { return }
    queue.isRestoring = true
    restoring.append(queue)
  }

  /// Gives the turns that restored effects have requested.
  func endRestoring() {
    for queue in restoring {
      queue.endRestoring()
      forget(queue)
    }
    restoring = []
  }

  /// Runs one step's effects. Effects that the step ends have ended before the next turns start.
  func duringStep(_ body: () -> Void) {
    isInStep = true
    body()
    isInStep = false
    let waiting = held ?? []
    held = nil
    for queue in waiting {
      queue.advance()
      forget(queue)
    }
  }

  /// Delays waiting effects until the end of the step, if a step is running.
  func hold() { if isInStep, held == nil { held = [] } }

  /// Starts the next turns of a queue that got a turn back, or whose limit was raised.
  func advance(_ queue: TurnQueue) {
    if held?.append(queue) == nil { queue.advance() }
  }

  /// Numbers the waits of state-driven effects.
  func numberWaits() { for queue in used.values { queue.numberWaits() } }

  /// Cancels the effects that are waiting under a name.
  func dropWaiting(_ name: TurnQueue.Name) { used[name]?.dropWaiting() }

  /// Sets how many effects under a name may run at once.
  func set(_ most: Int, in name: TurnQueue.Name) {
    limits[name] = most
    guard let queue = used[name] else { return }
    queue.set(most)
    advance(queue)
  }

  /// Forgets a queue if it is not in use.
  func forget(_ queue: TurnQueue) {
    if queue.isIdle, used[queue.name] === queue { used[queue.name] = nil }
  }
}

extension EffectTable {
  /// The queues of the store's serial and limited effects.
  var queues: TurnQueues {
    if let known = turns { return known as! TurnQueues }
    let made = TurnQueues()
    turns = made
    return made
  }

  @usableFromInline
  func duringStep(_ body: () -> Void) { queues.duringStep(body) }

  /// Gives the started effects of a restored state their requested turns, in the order of the snapshot.
  func giveRestoredTurns() { (turns as? TurnQueues)?.endRestoring() }

  /// Delays waiting effects. Called when a step ends features.
  func holdTurns() { if turns != nil { queues.hold() } }
}
