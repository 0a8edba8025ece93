extension Effect {
  /// Cancels this effect after `duration`, unless it has ended by then, and sends an action.
  ///
  /// The time counts from the acceptance of the effect, with everything that the effect waits for. In a ``retry(_:_:while:)`` around
  /// it, each try has its own time; running out of time is the failure `timeout`, and only the last one sends the
  /// action.
  public func timeout(after duration: Duration, _ action: Action) -> Self {
    timeout(nanoseconds: duration.wholeNanoseconds, action)
  }

  package func timeout(nanoseconds: UInt64, _ action: Action) -> Self {
    around { effect, acceptance, sink in
      guard !acceptance.isCancelled else { return }
      var own = acceptance
      own.heldTaskTree = acceptance.heldTaskTree ?? acceptance.table.burstTaskTree()
      let running = RunningTimeout(on: acceptance.table.loop) {
        TimeoutEntry({ $0.send(action) }) { effect.timeout(nanoseconds: nanoseconds, action).node }
      }
      own.counting(running.end) { inner in
        inner.within(CancelGroup.hidden) {
          running.group = $0.groups
          effect.accept($0, into: sink)
        }
      }
      running.wait(nanoseconds, own, sink)
    }
  }
}

/// The effect that sends the action of a timeout. It runs only while it does so.
private final class TimeoutEntry: StartedEntry, @unchecked Sendable {
  private let act: (EffectEntry) -> Void
  private let whole: () -> AnyEffectNode?

  init(_ act: @escaping (EffectEntry) -> Void, _ whole: @escaping () -> AnyEffectNode?) {
    (self.act, self.whole) = (act, whole)
  }

  override func again() -> AnyEffectNode? { whole() }

  /// Sends the action, unless the effect is tried again.
  func expire() {
    if !isOver, !retries(EffectFailed("timeout")) { act(self) }
    finish()
  }
}

/// A timeout whose effect is running.
private final class RunningTimeout {
  private let loop: Loop
  private let make: () -> TimeoutEntry
  var group: CancelGroup?
  private var timer: LoopTimer?
  private var isOver = false

  fileprivate init(on loop: Loop, _ make: @escaping () -> TimeoutEntry) {
    (self.loop, self.make) = (loop, make)
  }

  /// Ends the wait, because the effect has ended.
  func end() {
    isOver = true
    if let timer = timer.take() { loop.cancel(timer) }
  }

  func wait(_ nanoseconds: UInt64, _ acceptance: Acceptance, _ sink: AnyObject) {
    if isOver { return }
    let held = HeldAcceptance(acceptance)
    let clock = acceptance.clock
    timer = loop.schedule(
      at: loop.time(by: clock).addingClamped(nanoseconds), by: clock
    ) { [self] in
      timer = nil
      if !isOver { expire(held.acceptance, sink) }
    }
  }

  /// Ends the effect. The entry holds the chain and the send open until the action has been sent.
  private func expire(_ acceptance: Acceptance, _ sink: AnyObject) {
    let entry = make()
    entry.register(acceptance, sink)
    entry.giveUpPlace()
    entry.hasFired = true
    loop.ending { group?.cancel() }
    entry.expire()
  }
}
