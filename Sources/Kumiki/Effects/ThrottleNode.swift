/// What a feature remembers of one throttle id: when its window opened, and who waits for its end.
final class ThrottleWindow {
  var opened: UInt64
  var waiting: EffectEntry?

  init(opened: UInt64) { self.opened = opened }
}

/// An effect that passes at most once in a window of time.
final class ThrottleNode<Action>: EffectNode<Action> {
  private var effect: Effect<Action>
  private let id: AnyHashable
  private let window: UInt64
  private let latest: Bool

  init(_ effect: Effect<Action>, id: AnyHashable, window: UInt64, latest: Bool) {
    self.effect = effect
    self.id = id
    self.window = window
    self.latest = latest
    super.init()
    hold(effect.node)
  }

  deinit { letGo(&effect) }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    guard hasRoom(acceptance) else { return }
    let now = acceptance.table.loop.now
    // The memory outlives the effects, so it is the identity's, which stays in the tree for it.
    let scope = acceptance.scope.identity
    guard let memory = scope.throttles[id] else {
      scope.throttles[id] = ThrottleWindow(opened: now)
      return effect.accept(acceptance, into: sink)
    }
    if now - memory.opened >= window, memory.waiting == nil {
      memory.opened = now
      return effect.accept(acceptance, into: sink)
    }
    if let waiting = memory.waiting {
      guard latest else { return }
      waiting.cancel()
    }
    hold(memory, acceptance, sink)
  }

  /// Waits for the end of the window, then opens the next one.
  private func hold(
    _ memory: ThrottleWindow, _ acceptance: Acceptance, _ sink: EffectSink<Action>
  ) {
    guard !acceptance.isCancelled else { return }
    var own = acceptance
    let group = CancelGroup(id, in: acceptance)
    own.groups = group
    let entry = WaitEntry()
    withExtendedLifetime(group) { entry.register(own) }
    let held = HeldAcceptance(acceptance)
    memory.waiting = entry
    let (end, overflow) = memory.opened.addingReportingOverflow(window)
    entry.onEnd = { if memory.waiting === entry { memory.waiting = nil } }
    entry.timer = acceptance.table.loop.schedule(at: overflow ? .max : end) { [effect] in
      memory.opened = entry.table.loop.now
      // Nobody waits any more: what is requested in answer to this delivery is the first to.
      memory.waiting = nil
      var begun = held.acceptance
      begun.cascade = entry.cascade
      effect.accept(begun, into: sink)
      entry.finish()
    }
  }
}

/// An effect that is nothing but a wait.
private final class WaitEntry: EffectEntry, @unchecked Sendable {
  var timer: LoopTimer?
  var onEnd: (() -> Void)?

  override func stop() {
    if let timer { table.loop.cancel(timer) }
    ended()
  }

  override func finish() {
    ended()
    super.finish()
  }

  private func ended() {
    timer = nil
    onEnd?()
    onEnd = nil
  }
}
