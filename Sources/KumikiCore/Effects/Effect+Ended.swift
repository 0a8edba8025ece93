extension Effect {
  /// Sends an action when this effect has ended without sending one. The action is not sent if the effect is cancelled as a
  /// whole.
  ///
  /// A part that fails, or is cancelled by its own id, has ended, as in a chain.
  @usableFromInline
  package func ending(with action: Action) -> Self {
    if isNone { return .none }
    let mark = SentMark()
    let noting = around(isCounted: false) { effect, acceptance, sink in
      effect.accept(acceptance, into: NotingSink(sink, mark))
    }
    let last = Effect.send(action).around(isCounted: false) { effect, acceptance, sink in
      if !mark.hasSent { effect.accept(acceptance, into: sink) }
    }
    return noting.concatenate(with: last)
  }
}

/// Whether an effect has sent an action. Used on the loop's thread only.
private final class SentMark {
  var hasSent = false
}

/// Notes that an action is sent.
private final class NotingSink<Action>: EffectSink<Action> {
  private let base: EffectSink<Action>
  private let mark: SentMark

  init(_ base: EffectSink<Action>, _ mark: SentMark) { (self.base, self.mark) = (base, mark) }

  override var outer: AnyEffectSink? { base }

  override func send(_ action: Action, from delivery: Delivery) {
    mark.hasSent = true
    base.send(action, from: delivery)
  }

  override func check(_ action: Action, by check: AnyObject) throws {
    try base.check(action, by: check)
  }

  override func fail(_ error: any Error, from delivery: Delivery) -> Bool {
    base.fail(error, from: delivery)
  }
}
