/// The window of one throttle id of a feature: when it opened, and which effect waits for its end.
final class ThrottleWindow {
  private(set) var opened: UInt64
  private var length: UInt64
  var waiting: EffectEntry?

  init(opened: UInt64, length: UInt64) {
    self.opened = opened
    self.length = length
  }

  func open(at moment: UInt64, length: UInt64) {
    opened = moment
    self.length = length
  }

  /// The moment at which a window of a length ends.
  func windowEnd(after length: UInt64) -> UInt64 {
    let (end, overflow) = opened.addingReportingOverflow(length)
    return overflow ? .max : end
  }

  /// Whether the window has ended and nothing waits, so that it can be forgotten.
  func isOver(at moment: UInt64) -> Bool { waiting == nil && moment >= windowEnd(after: length) }
}

/// The throttles of a feature by their ids, for as long as their windows last.
struct ThrottleWindows {
  private var windows: [AnyHashable: ThrottleWindow] = [:]
  /// The number of windows at which those that are over are removed. It grows with what is left, so that
  /// removing is amortised.
  private var most = 16

  var isEmpty: Bool { windows.isEmpty }

  /// How many are remembered; for tests.
  var count: Int { windows.count }

  /// The window of an id; nil where none has been opened, or it is over.
  func window(_ id: AnyHashable, at moment: UInt64) -> ThrottleWindow? {
    windows[id].flatMap { $0.isOver(at: moment) ? nil : $0 }
  }

  mutating func open(_ id: AnyHashable, at moment: UInt64, length: UInt64) {
    if let known = windows[id] { return known.open(at: moment, length: length) }
    if windows.count >= most {
      windows = windows.filter { !$0.value.isOver(at: moment) }
      most = max(16, windows.count * 2)
    }
    windows[id] = ThrottleWindow(opened: moment, length: length)
  }
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
    // Windows outlive effects, so they are kept by the feature's node, which stays in the tree for them.
    let scope = acceptance.scope.identity
    let memory = scope.throttles.window(id, at: now)
    guard let memory, memory.waiting != nil || now - memory.opened < window else {
      scope.throttles.open(id, at: now, length: window)
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
    entry.onEnd = { if memory.waiting === entry { memory.waiting = nil } }
    entry.timer = acceptance.table.loop.schedule(at: memory.windowEnd(after: window)) {
      [effect, window] in
      memory.open(at: entry.table.loop.now, length: window)
      // Cleared before the delivery, since a request in answer to it may wait next.
      memory.waiting = nil
      var begun = held.acceptance
      begun.cascade = entry.cascade
      // What begins may cancel this entry, which may be the last that keeps the node in the tree.
      let scope = begun.scope
      scope.pinned { effect.accept(begun, into: sink) }
      entry.finish()
      scope.prune()
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
