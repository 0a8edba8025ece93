/// Work that a loop does once, at a time of a clock.
///
/// Belongs to the loop's thread, like the loop.
package final class LoopTimer {
  private(set) var deadline: UInt64
  let clock: TimerClock
  /// Whether it waits among the timers of the loop's own clock. On a virtual loop all timers of a clock do.
  let isOwn: Bool
  /// Nil once the timer has fired or was cancelled, or the loop has closed.
  var work: LoopItem?
  /// Counts the timers of the heap in the order they were set.
  var sequence: UInt64 = 0
  /// True while the timer is in the loop's heap, false while it waits in the queue.
  var isInHeap = false
  /// True while the timer waits for the next `advance`, even by 0.
  var isHeld = false
  /// True for a tick of a repeating timer. In real time a tick that is already due when set stays among the timers
  /// and does not become queued work: with a short interval the queue would never be empty.
  let isTick: Bool

  /// - Parameter isOwn: Whether the deadline is a time of the loop's own clock.
  init(
    deadline: UInt64, by clock: TimerClock = .own, isOwn: Bool = true, work: LoopItem,
    isTick: Bool = false
  ) {
    self.deadline = deadline
    self.clock = clock
    self.isOwn = isOwn
    self.work = work
    self.isTick = isTick
  }
}

extension LoopTimer {
  /// Whether it fires at events.
  var isListener: Bool { clock == .woken || clock == .clockSet }

  /// Moves the deadline, because its clock was moved against the clock of the heap.
  ///
  /// - Parameter nanoseconds: How far its clock was moved forward.
  func clockMoved(by nanoseconds: Int64) {
    if nanoseconds < 0 { return deadline = deadline.addingClamped(nanoseconds.magnitude) }
    if deadline < .max { deadline -= min(deadline, nanoseconds.magnitude) }
  }
}

/// Ordered by deadline, then by the order of setting.
extension LoopTimer: Comparable {
  package static func < (left: LoopTimer, right: LoopTimer) -> Bool {
    (left.deadline, left.sequence) < (right.deadline, right.sequence)
  }

  package static func == (left: LoopTimer, right: LoopTimer) -> Bool { left === right }
}
