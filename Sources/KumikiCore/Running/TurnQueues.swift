/// The queues of a store in use, by name.
///
/// Turns keep this object alive, since work may outlive its store.
final class TurnQueues {
  @safe @exclusivity(unchecked) private var used: [TurnQueue.Name: TurnQueue] = [:]
  /// The limits that were set for good. They are kept for as long as the store, apart from the queues in use, so that
  /// a name without effects at work costs a snapshot nothing.
  @safe @exclusivity(unchecked) private var limits: [TurnQueue.Name: Int] = [:]
  /// Those whose effects are being restored, in the order in which they were asked.
  @safe @exclusivity(unchecked) private var restoring: [TurnQueue] = []
  @safe @exclusivity(unchecked) private var isInStep = false
  /// Those in which turns were given back since the present step has ended something; nil before.
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

  /// Gives the turns that restored effects have asked for.
  func endRestoring() {
    for queue in restoring {
      queue.endRestoring()
      forget(queue)
    }
    restoring = []
  }

  /// Runs one step's part of the effects. What it ends has ended before the next turns begin.
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

  /// Lets what waits wait until the end of the step, if one is at work.
  func hold() { if isInStep, held == nil { held = [] } }

  /// Begins the next turns of a queue in which one was given back, or that allows more.
  func advance(_ queue: TurnQueue) {
    if held?.append(queue) == nil { queue.advance() }
  }

  /// Numbers the waits of effects that follow the state.
  func numberWaits() { for queue in used.values { queue.numberWaits() } }

  /// Cancels the effects that wait under a name.
  func dropWaiting(_ name: TurnQueue.Name) { used[name]?.dropWaiting() }

  /// Sets how many effects under a name may be at work at once.
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
  /// The queues of its serial and limited effects.
  var queues: TurnQueues {
    if let known = turns { return known as! TurnQueues }
    let made = TurnQueues()
    turns = made
    return made
  }

  @usableFromInline
  func duringStep(_ body: () -> Void) { queues.duringStep(body) }

  /// The effects of a restored state have begun: those that asked for turns have them, in the order of the snapshot.
  func giveRestoredTurns() { (turns as? TurnQueues)?.endRestoring() }

  /// Called when a step ends features.
  func holdTurns() { if turns != nil { queues.hold() } }
}
