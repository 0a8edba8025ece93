/// The time of a window: when it opened, and for how long, by a loop's clock or another one.
package protocol ThrottleSpan {
  /// Whether this span's length has passed since `earlier` opened.
  func isWhole(since earlier: any ThrottleSpan) -> Bool
  /// Whether it is over.
  var isOver: Bool { get }
  /// Begins work when this span's length has passed since `earlier` opened. On the loop's thread.
  /// - Returns: a function that cancels this.
  func begin(_ work: any DelayedWork, after earlier: any ThrottleSpan) -> () -> Void
}

/// A window by a clock of a loop.
struct LoopSpan: ThrottleSpan {
  private let loop: Loop
  private let clock: TimerClock
  /// By the clock; negative if that was before it began.
  private let opened: Int64
  let length: UInt64

  /// - Parameter opened: nil for now.
  init(loop: Loop, by clock: TimerClock, length: UInt64, opened: Int64? = nil) {
    self.loop = loop
    self.clock = clock
    self.length = length
    self.opened = opened ?? Int64(clamping: loop.time(by: clock))
  }

  /// For how long it has been open.
  var age: Int64 { max(0, Int64(clamping: loop.time(by: clock)).subtractingClamped(opened)) }

  func isWhole(since earlier: any ThrottleSpan) -> Bool {
    guard let earlier = earlier as? LoopSpan else { return earlier.isOver }
    return earlier.isOver(after: length)
  }

  var isOver: Bool { isOver(after: length) }

  private func isOver(after length: UInt64) -> Bool {
    loop.time(by: clock) >= end(of: length)
  }

  func begin(_ work: any DelayedWork, after earlier: any ThrottleSpan) -> () -> Void {
    let window = (earlier as? LoopSpan) ?? self
    let timer = loop.schedule(at: window.end(of: length), by: window.clock, work)
    return { [loop] in loop.cancel(timer) }
  }

  private func end(of length: UInt64) -> UInt64 {
    UInt64(max(0, opened.addingClamped(Int64(clamping: length))))
  }
}

/// The window of one throttle id of a feature: when it opened, and which effect waits for its end.
final class ThrottleWindow {
  fileprivate(set) var span: any ThrottleSpan
  var waiting: HeldBackEffect?
  /// How long the waiting effect waits, counted from the window's opening.
  fileprivate var wait: (any ThrottleSpan)?

  /// Its length, or how long the waiting effect waits if that is longer. Nil by a clock other than the loop's.
  var length: UInt64? {
    guard let span = span as? LoopSpan else { return nil }
    let longer = waiting == nil ? nil : (wait as? LoopSpan)?.length
    return max(span.length, longer ?? 0)
  }

  init(_ span: any ThrottleSpan) { self.span = span }

  /// Whether the window has ended and nothing waits, so that it can be forgotten.
  var isOver: Bool { waiting == nil && span.isOver }
}

/// The throttles of a feature by their ids, for as long as their windows last.
final class ThrottleWindows {
  private var windows: [AnyHashable: ThrottleWindow] = [:]
  /// The number of windows at which those that are over are removed. It grows with the number left, so that
  /// removing is amortised.
  private var most = 16

  /// The window of an id; nil if none has been opened, or it is over.
  func window(_ id: AnyHashable) -> ThrottleWindow? {
    windows[id].flatMap { $0.isOver ? nil : $0 }
  }

  func open(_ id: AnyHashable, _ span: any ThrottleSpan) {
    if let known = windows[id] { return known.span = span }
    if windows.count >= most {
      windows = windows.filter { !$0.value.isOver }
      most = max(16, windows.count * 2)
    }
    windows[id] = ThrottleWindow(span)
  }
}

extension ScopeNode {
  /// The windows that this feature has opened; nil for none.
  var throttleWindows: ThrottleWindows? { throttles.map { $0 as! ThrottleWindows } }

  /// Opens a window that was open in an earlier store, unless one is that was opened later.
  func reopenThrottle(_ id: AnyHashable, _ span: LoopSpan) {
    if let open = throttleWindows?.window(id)?.span as? LoopSpan, open.age <= span.age { return }
    openThrottle(id, span)
  }

  /// Opens a window, or the next one, under an id.
  func openThrottle(_ id: AnyHashable, _ span: any ThrottleSpan) {
    let windows = throttleWindows ?? ThrottleWindows()
    throttles = windows
    windows.open(id, span)
  }
}

/// An effect that waits for the end of a window, and then opens the next one.
final class ThrottleWait: DelayedWork {
  private let window: ThrottleWindow
  private let span: any ThrottleSpan
  private let next: () -> any ThrottleSpan
  private var effect: HeldBackEffect?
  package private(set) var isOver = false

  /// - Parameters:
  ///   - span: how long it waits, counted from the beginning of the window.
  ///   - next: opens the window that begins when the effect does.
  init(
    _ window: ThrottleWindow, _ span: any ThrottleSpan, next: @escaping () -> any ThrottleSpan
  ) {
    self.window = window
    self.span = span
    self.next = next
  }

  /// - Parameters:
  ///   - own: the acceptance of the wait itself, which is cancelled by the window's id.
  ///   - size: the number of the effect's nodes.
  func hold(
    _ acceptance: Acceptance, as own: Acceptance, _ sink: AnyObject, size: Int32,
    _ take: @escaping (Acceptance) -> Void
  ) {
    var cancel: (() -> Void)?
    let effect = HeldBackEffect(acceptance, as: own, sink, size: size) { [self] in
      cancel?()
      if window.waiting === self.effect { window.waiting = nil }
      end()
    } begin: { [self] in
      $0.counting(end, take)
    }
    guard let effect else { return }
    cancel = span.begin(self, after: window.span)
    self.effect = effect
    // Nothing else waits for the window.
    effect.place = 1
    (window.waiting, window.wait) = (effect, span)
  }

  package func begin() {
    window.span = next()
    // Cleared before the delivery, since a request in answer to it may wait next.
    window.waiting = nil
    effect?.begin()
  }

  package func drop() { effect?.drop() }

  private func end() {
    isOver = true
    effect = nil
  }
}
