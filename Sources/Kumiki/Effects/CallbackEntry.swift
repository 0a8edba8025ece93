/// A running effect that callbacks drive.
@usableFromInline
package class CallbackEntry: EffectEntry, @unchecked Sendable {
  /// An `EffectSink` for the effect's actions, set by the acceptance. Not typed here; the code that sends
  /// knows the type.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var heldSink: Uncounted<AnyObject>?

  /// Registers the effect and the sink for its actions.
  final func register(_ acceptance: Acceptance, _ sink: AnyObject) {
    heldSink = .retained(sink)
    register(acceptance)
  }

  deinit { heldSink?.release() }

  /// Delivers an action of the effect's type, unless the effect was cancelled. The caller retains the
  /// effect.
  @inlinable
  package final func send<Action>(_ action: Action) {
    guard !isOver, let heldSink else { return }
    heldSink.with {
      unsafe unsafeDowncast($0, to: EffectSink<Action>.self)
        .send(action, from: Delivery(held: heldCascade))
    }
  }

  /// Ends the effect with an error, which goes to the nearest `catch` or is the issue `effect-threw`. Does
  /// nothing once cancelled. The caller retains the effect.
  package final func fail(_ error: any Error) {
    guard !isOver, let heldSink else { return }
    let isMapped = heldSink.with {
      unsafe unsafeDowncast($0, to: AnyEffectSink.self).fail(
        error, from: Delivery(held: heldCascade))
    }
    if !isMapped { table.loop.report(Issue(code: .effectThrew, message: "\(error)")) }
    finish()
  }
}

/// A callback effect that begins when it is accepted.
final class StartedEntry: CallbackEntry, @unchecked Sendable {
  @safe @exclusivity(unchecked) private var canceller: (() -> Void)?

  /// The work has begun and can be stopped.
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
    let canceller = canceller
    self.canceller = nil
    canceller?()
  }

  override func finish() {
    canceller = nil
    super.finish()
  }
}

/// A running callback effect, as its own code holds it. Owner thread only.
package struct EffectHandle<Action> {
  private let entry: CallbackEntry

  init(_ entry: CallbackEntry) { self.entry = entry }

  package var loop: Loop { entry.table.loop }
  package var isCancelled: Bool { entry.isCancelled }
  /// The store has ended: nothing can be delivered any more.
  package var isStoreEnded: Bool { entry.table.isEnded }

  /// Delivers an action, unless the effect was cancelled.
  package func send(_ action: Action) { entry.send(action) }

  package func finish() { entry.finish() }

  package func dismiss() { entry.dismiss() }

  /// Ends the effect with an error; see ``CallbackEntry/fail(_:)``.
  package func fail(_ error: any Error) { entry.fail(error) }
}
