/// A callback effect that begins when it is accepted.
class StartedEntry: EffectEntry, @unchecked Sendable {
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

/// The record of an effect that waits for its turn, or for the end of a throttle's window.
final class HeldEntry: StartedEntry, @unchecked Sendable {
  /// Its place among the waits of its queue, as it was when they were last numbered; the last one before that.
  @safe @exclusivity(unchecked) var place: Int32 = .max
}
