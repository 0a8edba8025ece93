/// A running effect that callbacks drive.
@usableFromInline
package final class StartedEntry: EffectEntry, @unchecked Sendable {
  /// An `EffectSink` for the actions of the effect: the handle says of which type.
  fileprivate let sink: AnyObject
  @exclusivity(unchecked) private var driver: (any EffectDriver)?
  @exclusivity(unchecked) private var canceller: (() -> Void)?
  @exclusivity(unchecked) private var isBeginning = false
  @exclusivity(unchecked) private var hasBegun = false

  init(_ acceptance: Acceptance, _ sink: AnyObject, _ driver: (any EffectDriver)? = nil) {
    self.sink = sink
    self.driver = driver
    super.init(acceptance)
  }

  /// The work has begun and can be stopped.
  func began(_ canceller: (() -> Void)?) {
    if isFinished {
      // Ended inside its own start: by a cancel it is still told, by a finish there is nothing to stop.
      if isCancelled { canceller?() }
    } else {
      self.canceller = canceller
    }
  }

  override func begin() {
    guard !isFinished, let driver else { return }
    isBeginning = true
    driver.begin(self)
    isBeginning = false
    if isFinished {
      self.driver = nil
      if isCancelled { driver.stop() }
    }
    hasBegun = true
  }

  override package func stop() {
    let canceller = canceller
    self.canceller = nil
    canceller?()
    guard hasBegun, let driver else { return }
    self.driver = nil
    driver.stop()
  }

  override package func finish() {
    canceller = nil
    if !isBeginning { driver = nil }
    super.finish()
  }
}

/// A running callback effect, as its own code holds it. Owner thread only.
package struct EffectHandle<Action> {
  package let entry: StartedEntry

  @inlinable
  package init(_ entry: StartedEntry) { self.entry = entry }

  package var loop: Loop { entry.table.loop }
  package var isCancelled: Bool { entry.isCancelled }
  /// The store has ended: nothing can be delivered any more.
  package var isStoreEnded: Bool { entry.table.isEnded }

  /// Delivers an action, unless the effect was cancelled.
  package func send(_ action: Action) {
    guard !entry.isOver else { return }
    unsafeDowncast(entry.sink, to: EffectSink<Action>.self)
      .send(action, from: Delivery(cascade: entry.cascade))
  }

  package func finish() { entry.finish() }

  package func dismiss() { entry.dismiss() }

  /// The effect failed: the issue `effect-threw`, then as `finish`. Nothing once cancelled.
  package func fail(_ message: String) {
    guard !entry.isOver else { return }
    entry.table.loop.report(Issue(code: .effectThrew, message: message))
    entry.finish()
  }
}
