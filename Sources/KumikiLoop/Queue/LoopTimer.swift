/// The clock that says when a timer is due.
package enum TimerClock {
  /// The loop's own. It stands still while the machine is suspended, and cannot be set.
  case own
  /// The date. It advances while the machine is suspended, and may be set.
  case date
}

/// Something that a loop does once, at a moment of a clock.
///
/// Belongs to the loop's thread, as the loop does.
package final class LoopTimer {
  let deadline: UInt64
  let clock: TimerClock
  /// Nil once it has fired, was cancelled, or the loop has closed.
  var work: LoopItem?
  /// Its place in the order in which the timers of its heap were set.
  var sequence: UInt64 = 0
  /// True while it is an entry of the loop's heap, false while it waits in the queue.
  var isInHeap = false
  /// True while it waits for the next `advance`, even by 0.
  var isHeld = false
  /// True for a tick of a timer that repeats. On real time it stays among the timers where it is due when it is
  /// set, so that it is no work in the queue: with a short interval there would always be some.
  let isTick: Bool

  init(deadline: UInt64, by clock: TimerClock = .own, work: LoopItem, isTick: Bool = false) {
    self.deadline = deadline
    self.clock = clock
    self.work = work
    self.isTick = isTick
  }
}

/// Ordered by deadline, then by the order in which they were set.
extension LoopTimer: Comparable {
  package static func < (left: LoopTimer, right: LoopTimer) -> Bool {
    (left.deadline, left.sequence) < (right.deadline, right.sequence)
  }

  package static func == (left: LoopTimer, right: LoopTimer) -> Bool { left === right }
}
