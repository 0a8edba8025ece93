/// Something that a loop does once, at a moment of its clock.
///
/// Belongs to the loop's thread, as the loop does.
package final class LoopTimer {
  let deadline: UInt64
  /// Nil once it has fired, was cancelled, or the loop has closed.
  var work: Work?
  /// True while it is an entry of the loop's heap, false while it waits in the queue.
  var isInHeap = false
  /// True while it waits for the next `advance`, even by 0.
  var isHeld = false

  enum Work {
    case run(() -> Void)
    case job(UnownedJob, JobRole)
    case wake(Sleeper)
  }

  init(deadline: UInt64, work: Work) {
    self.deadline = deadline
    self.work = work
  }
}

/// A timer in the heap, ordered by deadline, then by the order in which they were set.
struct TimerEntry: Comparable {
  let deadline: UInt64
  let sequence: UInt64
  let timer: LoopTimer

  static func < (left: TimerEntry, right: TimerEntry) -> Bool {
    left.deadline != right.deadline
      ? left.deadline < right.deadline : left.sequence < right.sequence
  }

  static func == (left: TimerEntry, right: TimerEntry) -> Bool {
    left.sequence == right.sequence
  }
}
