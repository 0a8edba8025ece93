/// What a feature remembers of one throttle id: when its window opened, and who waits for its end.
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

  /// Nobody waits, and the window has ended: to have forgotten it would be the same.
  func isOver(at moment: UInt64) -> Bool { waiting == nil && moment >= windowEnd(after: length) }
}

/// The throttles of a feature by their ids, for as long as their windows last.
struct ThrottleWindows {
  private var windows: [AnyHashable: ThrottleWindow] = [:]
  /// At so many those that are over are looked for: then one search pays for as many that came.
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
    // The memory outlives the effects, so it is the identity's, which stays in the tree for it.
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
      // Nobody waits any more: what is requested in answer to this delivery is the first to.
      memory.waiting = nil
      var begun = held.acceptance
      begun.cascade = entry.cascade
      // What begins may cancel this entry, and with it the last that held the feature in the tree.
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
