extension Effect {
  /// An effect driven by callbacks: the primitive behind timers, C effects and streams.
  ///
  /// - Parameter begins: at acceptance (what it sends at once belongs to the burst) or at the loop's
  ///   next turn.
  /// - Parameter start: begins the work and may return what stops it. It owes one `finish`.
  package static func start(
    begins: EffectBeginning, _ start: @escaping (EffectHandle<Action>) -> (() -> Void)?
  ) -> Self {
    Self(node: StartNode(begins: begins, start))
  }

  /// Sends an action once, `delay` nanoseconds later on the loop's clock; never in the same burst.
  package static func after(nanoseconds delay: UInt64, _ action: Action) -> Self {
    Self(
      node: StartNode(begins: .atAcceptance) { handle in
        let timer = handle.loop.schedule(after: delay) {
          handle.send(action)
          handle.finish()
        }
        return { handle.loop.cancel(timer) }
      })
  }

  /// Sends an action every `interval` nanoseconds of the loop's clock, first after one interval.
  package static func every(nanoseconds interval: UInt64, _ action: Action) -> Self {
    Self(
      node: StartNode(begins: .atAcceptance) { handle in
        let ticker = Ticker(handle, interval: max(interval, 1), action)
        ticker.arm()
        return { ticker.stop() }
      })
  }

  /// An effect that was made wrongly: when a reducer returns it, it is the issue `invalid-effect`.
  package static func invalid(_ message: String) -> Self { Self(node: InvalidNode(message)) }

  /// Asks, in the same burst, for the dismissal of the presentation that returns this.
  package static var dismiss: Self { Self(node: DismissNode()) }
}

package enum EffectBeginning { case atAcceptance, atNextTurn }

/// A running callback effect, as its own code holds it. Owner thread only.
package final class EffectHandle<Action> {
  fileprivate let entry: StartedEntry
  private let sink: EffectSink<Action>

  fileprivate init(_ entry: StartedEntry, _ sink: EffectSink<Action>) {
    self.entry = entry
    self.sink = sink
  }

  package var loop: Loop { entry.table.loop }
  package var isCancelled: Bool { entry.isCancelled }
  /// The store has ended: nothing can be delivered any more.
  package var isStoreEnded: Bool { entry.table.isEnded }

  /// Delivers an action, unless the effect was cancelled.
  package func send(_ action: Action) {
    guard !entry.isOver else { return }
    sink.send(action, from: Delivery(cascade: entry.cascade))
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

private final class StartNode<Action>: EffectNode<Action> {
  let begins: EffectBeginning
  let start: (EffectHandle<Action>) -> (() -> Void)?

  init(begins: EffectBeginning, _ start: @escaping (EffectHandle<Action>) -> (() -> Void)?) {
    self.begins = begins
    self.start = start
  }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    guard !acceptance.isCancelled else { return }
    let entry = StartedEntry(acceptance)
    let handle = EffectHandle(entry, sink)
    switch begins {
    case .atAcceptance:
      entry.began(start(handle))
    case .atNextTurn:
      acceptance.table.loop.nextTurn { [start] in
        guard !entry.isFinished else { return }
        entry.began(start(handle))
      }
    }
  }
}

private final class StartedEntry: EffectEntry, @unchecked Sendable {
  private var canceller: (() -> Void)?

  func began(_ canceller: (() -> Void)?) {
    if isFinished {
      // Ended inside its own start: by a cancel it is still told, by a finish there is nothing to stop.
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

/// A repeating timer that keeps to its grid: a late turn does not shift the ticks after it.
private final class Ticker<Action> {
  private let handle: EffectHandle<Action>
  private let interval: UInt64
  private let action: Action
  private var deadline: UInt64
  private var timer: LoopTimer?

  init(_ handle: EffectHandle<Action>, interval: UInt64, _ action: Action) {
    self.handle = handle
    self.interval = interval
    self.action = action
    deadline = handle.loop.now
  }

  func arm() {
    deadline = deadline.addingReportingOverflow(interval).overflow ? .max : deadline + interval
    timer = handle.loop.schedule(at: deadline) { [self] in
      timer = nil
      arm()
      handle.send(action)
    }
  }

  func stop() {
    guard let timer else { return }
    handle.loop.cancel(timer)
    self.timer = nil
  }
}

private final class InvalidNode<Action>: EffectNode<Action> {
  let message: String
  init(_ message: String) { self.message = message }

  override func accept(_ acceptance: Acceptance, into _: EffectSink<Action>) {
    acceptance.table.report(.invalidEffect, message, in: acceptance.scope)
  }
}

private final class DismissNode<Action>: EffectNode<Action> {
  override func accept(_ acceptance: Acceptance, into _: EffectSink<Action>) {
    guard let presentation = acceptance.scope.presentation else {
      return acceptance.table.dismissRoot(from: acceptance.scope)
    }
    presentation.requestDismissal(from: Delivery(cascade: acceptance.cascade))
  }
}
