/// The time span of a window: when it opened, and its length, on a loop's clock or another clock.
package protocol ThrottleSpan {
  /// Returns whether this span's length has passed since `earlier` opened.
  func isWhole(since earlier: any ThrottleSpan) -> Bool
  /// Whether the window is over.
  var isOver: Bool { get }
  /// Starts work when this span's length has passed since `earlier` opened. Called on the loop's thread.
  /// - Returns: a function that cancels the start.
  func begin(_ work: any DelayedWork, after earlier: any ThrottleSpan) -> () -> Void
}

/// A window on a clock of a loop.
struct LoopSpan: ThrottleSpan {
  private let loop: Loop
  private let clock: TimerClock
  /// The opening time on the clock; negative if it was before the clock's start.
  private let opened: Int64
  let length: UInt64

  /// - Parameter opened: the opening time; nil for now.
  init(loop: Loop, by clock: TimerClock, length: UInt64, opened: Int64? = nil) {
    self.loop = loop
    self.clock = clock
    self.length = length
    self.opened = opened ?? Int64(clamping: loop.time(by: clock))
  }

  /// How long it has been open.
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

/// The window of one throttle id of a feature: its time span, and the effect that waits for its end.
final class ThrottleWindow {
  fileprivate(set) var span: any ThrottleSpan
  var waiting: HeldBackEffect?
  /// The time span of the waiting effect, counted from the window's opening.
  fileprivate var wait: (any ThrottleSpan)?

  /// The window's length, or the waiting effect's span if that is longer. Nil on a clock that is not the loop's.
  var length: UInt64? {
    guard let span = span as? LoopSpan else { return nil }
    let longer = waiting == nil ? nil : (wait as? LoopSpan)?.length
    return max(span.length, longer ?? 0)
  }

  init(_ span: any ThrottleSpan) { self.span = span }

  /// Whether the window has ended and no effect waits, so that it can be forgotten.
  var isOver: Bool { waiting == nil && span.isOver }
}

/// The throttles of a feature, by id, for as long as their windows last.
final class ThrottleWindows {
  private var windows: [AnyHashable: ThrottleWindow] = [:]
  /// When the number of windows reaches this limit, those that are over are removed. The limit grows with the number
  /// left, so that the cost of removal is amortised.
  private var most = 16

  /// Returns the window of an id, or nil if none was opened or it is over.
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
  /// The windows that this feature has opened, if any.
  var throttleWindows: ThrottleWindows? { throttles.map { $0 as! ThrottleWindows } }

  /// Opens a window that was open in an earlier store, unless a window that opened later is already open.
  func reopenThrottle(_ id: AnyHashable, _ span: LoopSpan) {
    if let open = throttleWindows?.window(id)?.span as? LoopSpan, open.age <= span.age { return }
    openThrottle(id, span)
  }

  /// Opens a window, or the next window, under an id.
  func openThrottle(_ id: AnyHashable, _ span: any ThrottleSpan) {
    let windows = throttleWindows ?? ThrottleWindows()
    throttles = windows
    windows.open(id, span)
  }
}

/// An effect that waits for the end of a window, and then opens the next window.
final class ThrottleWait: DelayedWork {
  private let window: ThrottleWindow
  private let span: any ThrottleSpan
  private let next: () -> any ThrottleSpan
  private var effect: HeldBackEffect?
  package private(set) var isOver = false

  /// - Parameters:
  ///   - span: the length of the wait, counted from the opening of the window.
  ///   - next: opens the window that starts together with the effect.
  init(
    _ window: ThrottleWindow, _ span: any ThrottleSpan, next: @escaping () -> any ThrottleSpan
  ) {
    self.window = window
    self.span = span
    self.next = next
  }

  /// - Parameters:
  ///   - own: the acceptance of the wait itself, which is cancelled by the window's id.
  ///   - node: the effect that `take` accepts.
  func hold(
    _ acceptance: Acceptance, as own: Acceptance, _ sink: AnyObject, _ node: AnyEffectNode,
    _ take: @escaping (Acceptance) -> Void
  ) {
    var cancel: (() -> Void)?
    let effect = HeldBackEffect(acceptance, as: own, sink, node) { [self] in
      cancel?()
      if window.waiting === self.effect { window.waiting = nil }
      end()
    } begin: { [self] in
      $0.counting(end, take)
    }
    guard let effect else { return }
    cancel = span.begin(self, after: window.span)
    self.effect = effect
    // No other effect waits for the window.
    effect.place = 1
    (window.waiting, window.wait) = (effect, span)
  }

  package func begin() {
    window.span = next()
    // Cleared before the delivery, because a request in response to it may wait next.
    window.waiting = nil
    effect?.begin()
  }

  package func drop() { effect?.drop() }

  private func end() {
    isOver = true
    effect = nil
  }
}
