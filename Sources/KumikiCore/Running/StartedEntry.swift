/// A callback effect that starts when it is accepted.
class StartedEntry: EffectEntry, @unchecked Sendable {
  private var canceller: (() -> Void)?

  package override var kind: String {
    switch kinds {
    case EffectKind.work: "work"
    case EffectKind.event: "event"
    default: "timer"
    }
  }

  /// Records that the work has started, and how to stop it.
  func began(_ canceller: (() -> Void)?) {
    if isFinished {
      // The effect ended during its own start. If it was cancelled, its work must be stopped; if it finished, nothing
      // needs to stop.
      if isCancelled { canceller?() }
    } else {
      self.canceller = canceller
    }
  }

  override func stop() {
    canceller.take()?()
  }

  override func again() -> AnyEffectNode? { nil }

  override func finish() {
    canceller = nil
    super.finish()
  }
}

/// The record of an effect that waits for its turn, or for the end of a throttle's window.
final class HeldEntry: StartedEntry, @unchecked Sendable {
  /// The waiting effect and its acceptance; nil once the wait is over.
  @safe @exclusivity(unchecked) var waiting: (effect: AnyEffectNode, held: HeldAcceptance)?
  /// Its position among the waits of its queue when they were last numbered; `.max` before that.
  @safe @exclusivity(unchecked) var place: Int32 = .max

  override var kind: String { "waiting" }

  override func stop() {
    let dropped = waiting.take()
    super.stop()
    withExtendedLifetime(dropped) {}
  }
}
