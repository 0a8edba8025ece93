/// A callback effect that begins when it is accepted.
final class StartedEntry: EffectEntry, @unchecked Sendable {
  private var canceller: (() -> Void)?

  /// Notes that the work has begun, and how to stop it.
  func began(_ canceller: (() -> Void)?) {
    if isFinished {
      // The effect ended inside its own start. If it was cancelled its work has to be stopped; if it
      // finished there is nothing to stop.
      if isCancelled { canceller?() }
    } else {
      self.canceller = canceller
    }
  }

  override func stop() {
    canceller.take()?()
  }

  override func finish() {
    canceller = nil
    super.finish()
  }
}

/// A running callback effect, as its own code holds it. Owner thread only.
package struct EffectHandle<Action> {
  private let entry: EffectEntry

  init(_ entry: EffectEntry) { self.entry = entry }

  package var loop: Loop { entry.table.loop }
  package var isCancelled: Bool { entry.isCancelled }
  var isFinished: Bool { entry.isFinished }
  var chain: Chain? { entry.chain }
  /// How much of the effect's time had passed when it was accepted.
  var age: EffectAge? { entry.age }

  /// Begins work at a moment of the loop's clock, and notes the moment for a snapshot.
  func schedule(at deadline: UInt64, _ work: any DelayedWork) -> LoopTimer {
    entry.due = deadline
    return loop.schedule(at: deadline, work)
  }

  func schedule(at deadline: UInt64, _ work: @escaping () -> Void) -> LoopTimer {
    entry.due = deadline
    return loop.schedule(at: deadline, work)
  }

  /// Delivers an action, unless the effect was cancelled.
  package func send(_ action: Action) { entry.send(action) }

  package func finish() { entry.finish() }

  func drop() { entry.drop() }

  package func dismiss() { entry.dismiss() }

  /// Ends the effect with an error; see ``EffectEntry/fail(_:)``.
  package func fail(_ error: any Error) { entry.fail(error) }
}
