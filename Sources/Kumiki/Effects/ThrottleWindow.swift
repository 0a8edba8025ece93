/// The window of one throttle id of a feature: when it opened, and which effect waits for its end.
final class ThrottleWindow {
  private(set) var opened: UInt64
  private var length: UInt64
  var waiting: HeldBackEffect?

  init(opened: UInt64, length: UInt64) {
    self.opened = opened
    self.length = length
  }

  func open(at moment: UInt64, length: UInt64) {
    opened = moment
    self.length = length
  }

  /// Whether the window has ended and nothing waits, so that it can be forgotten.
  func isOver(at moment: UInt64) -> Bool {
    waiting == nil && moment >= opened.addingClamped(length)
  }
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

/// An effect that waits for the end of a window, and then opens the next one.
final class ThrottleWait: DelayedWork {
  private let window: ThrottleWindow
  private let length: UInt64
  private let loop: Loop
  private var effect: HeldBackEffect?
  private(set) var isOver = false

  init(_ window: ThrottleWindow, _ length: UInt64, _ loop: Loop) {
    self.window = window
    self.length = length
    self.loop = loop
  }

  /// - Parameter own: the acceptance of the wait itself, which is cancelled by the window's id.
  func hold(
    _ acceptance: Acceptance, as own: Acceptance, _ sink: AnyObject,
    _ take: @escaping (Acceptance) -> Void
  ) {
    let timer = loop.schedule(at: window.opened.addingClamped(length), self)
    let effect = HeldBackEffect(acceptance, as: own, sink) { [self] in
      loop.cancel(timer)
      if window.waiting === self.effect { window.waiting = nil }
      end()
    } begin: { [self] in
      $0.counting(end, take)
    }
    self.effect = effect
    window.waiting = effect
  }

  func begin() {
    window.open(at: loop.now, length: length)
    // Cleared before the delivery, since a request in answer to it may wait next.
    window.waiting = nil
    effect?.begin()
  }

  private func end() {
    isOver = true
    effect = nil
  }
}
