/// The clock that decides when a timer is due.
package enum TimerClock {
  /// The loop's own clock. It stops while the machine is suspended, and cannot be set.
  case own
  /// The date. It advances while the machine is suspended, and may be set.
  case date
}

/// Work that a loop does once, at a time of a clock.
///
/// Belongs to the loop's thread, like the loop.
package final class LoopTimer {
  let deadline: UInt64
  let clock: TimerClock
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

  init(deadline: UInt64, by clock: TimerClock = .own, work: LoopItem, isTick: Bool = false) {
    self.deadline = deadline
    self.clock = clock
    self.work = work
    self.isTick = isTick
  }
}

/// Ordered by deadline, then by the order of setting.
extension LoopTimer: Comparable {
  package static func < (left: LoopTimer, right: LoopTimer) -> Bool {
    (left.deadline, left.sequence) < (right.deadline, right.sequence)
  }

  package static func == (left: LoopTimer, right: LoopTimer) -> Bool { left === right }
}
