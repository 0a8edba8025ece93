/// A running callback effect, as its own code holds it. Owner thread only.
package struct EffectHandle<Action> {
  private let entry: EffectEntry

  init(_ entry: EffectEntry) { self.entry = entry }

  package var loop: Loop { entry.table.loop }
  package var isCancelled: Bool { entry.isCancelled }
  var isFinished: Bool { entry.isFinished }
  var chain: Chain? { entry.chain }

  /// When a timer fires that begins now.
  ///
  /// - Parameter repeats: whether it fires again and again.
  func timer(of length: UInt64, repeats: Bool = false) -> EffectTimer {
    let followed = entry.part.isFollowed ? entry.scope.memory as? FollowedEffect : nil
    let clock = followed?.clock ?? .own
    let now = loop.time(by: clock)
    return followed?.timer(entry.part, length, repeats: repeats, at: now)
      ?? EffectTimer(deadline: now.addingClamped(length), by: clock)
  }

  /// Begins work when a timer fires, and notes the moment for a snapshot.
  func schedule(at timer: EffectTimer, _ work: any DelayedWork) -> LoopTimer {
    entry.due = timer.due
    return loop.schedule(at: timer.deadline, by: timer.clock, work)
  }

  /// Runs a tick of a timer that repeats.
  func schedule(tick timer: EffectTimer, _ work: @escaping () -> Void) -> LoopTimer {
    entry.due = timer.due
    return loop.schedule(at: timer.deadline, by: timer.clock, isTick: true, work)
  }

  /// Notes that the timer has fired. What it sends may be the last of the effect that a snapshot has.
  func fired() { entry.hasFired = true }

  /// Ends an effect whose time was over before a restore.
  ///
  /// - Parameter passed: when it was over, by the effect's time; nil if it was not.
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
