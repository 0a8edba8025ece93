/// A running callback effect, as the effect's own code holds it. Use only on the owner's thread.
package struct EffectHandle<Action> {
  private let entry: EffectEntry

  init(_ entry: EffectEntry) { self.entry = entry }

  package var loop: Loop { entry.table.loop }
  package var isCancelled: Bool { entry.isCancelled }
  var isFinished: Bool { entry.isFinished }
  var chain: Chain? { entry.chain }

  /// Returns the deadline of a timer that starts now.
  ///
  /// - Parameter repeats: whether the timer fires repeatedly.
  func timer(of length: UInt64, repeats: Bool = false) -> EffectTimer {
    let followed = entry.part.isFollowed ? entry.scope.memory as? FollowedEffect : nil
    let clock = followed?.clock(of: entry.part) ?? entry.part.clock
    return followed?.timer(entry.part, length, repeats: repeats, on: loop)
      ?? EffectTimer(deadline: loop.time(by: clock).addingClamped(length), by: clock)
  }

  /// Starts work when a timer fires, and records the due time for a snapshot.
  func schedule(at timer: EffectTimer, _ work: any DelayedWork) -> LoopTimer {
    entry.due = timer.due
    return loop.schedule(at: timer.deadline, by: timer.clock, work)
  }

  /// Runs a tick of a repeating timer.
  func schedule(tick timer: EffectTimer, _ work: @escaping () -> Void) -> LoopTimer {
    entry.due = timer.due
    return loop.schedule(at: timer.deadline, by: timer.clock, isTick: true, work)
  }

  /// Records that the timer has fired: in a snapshot taken while the timer's action is being sent, the timer is over.
  func fired() { entry.hasFired = true }

  /// Ends the effect. If it ended before a restore, the next member of its chain starts at that time.
  ///
  /// - Parameter passed: the end on the effect's clock; nil if the effect did not end before a restore.
  func finish(passed: Int64?) {
    guard let passed else { return entry.finish() }
    let chains = entry.chains
    chains.first?.pass(passed)
    entry.finish()
    for chain in chains { chain.stopPassing() }
  }

  /// Delivers an action, unless the effect was cancelled.
  package func send(_ action: Action) { entry.send(action) }

  package func finish() { entry.finish() }

  func drop() { entry.drop() }

  package func dismiss() { entry.dismiss() }

  /// Ends the effect with an error; see ``EffectEntry/fail(_:)``.
  package func fail(_ error: any Error) { entry.fail(error) }
}
