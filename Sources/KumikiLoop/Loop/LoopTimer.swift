internal import HeapModule

/// Something that a loop does once, at a moment of a clock.
///
/// Belongs to the loop's thread, as the loop does.
package final class LoopTimer {
  let deadline: UInt64
  let clock: TimerClock
  /// Nil once it has fired, was cancelled, or the loop has closed.
  var work: LoopItem?
  /// Its place in the order in which the timers of its heap were set.
  fileprivate(set) var sequence: UInt64 = 0
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

/// Work that waits for a moment to begin, or begins earlier when the program finishes.
package protocol DelayedWork: AnyObject {
  /// Called when the moment has come, or is not waited for.
  func begin()
  /// Cancels the wait: it never begins.
  func drop()
  /// Whether what it began has ended, or its wait was cancelled.
  var isOver: Bool { get }
}

/// Ordered by deadline, then by the order in which they were set.
extension LoopTimer: Comparable {
  package static func < (left: LoopTimer, right: LoopTimer) -> Bool {
    (left.deadline, left.sequence) < (right.deadline, right.sequence)
  }

  package static func == (left: LoopTimer, right: LoopTimer) -> Bool { left === right }
}

/// The timers that are not due yet, the next one on top.
struct TimerHeap {
  private var heap = Heap<LoopTimer>()
  private var nextSequence: UInt64 = 0
  /// Entries whose timer was cancelled. The one on top never is.
  private var cancelled = 0

  /// The deadline of the next timer.
  var next: UInt64? { heap.min?.deadline }

  mutating func insert(_ timer: LoopTimer) {
    timer.isInHeap = true
    timer.sequence = nextSequence
    heap.insert(timer)
    nextSequence += 1
  }

  /// Takes out the next timer if it is due by a moment.
  mutating func popDue(by moment: UInt64) -> LoopTimer? {
    guard let top = heap.min, top.deadline <= moment else { return nil }
    heap.removeMin()
    top.isInHeap = false
    dropCancelledTop()
    return top
  }

  /// Notes that a timer's work was taken away.
  /// - Complexity: O(log *n*), amortised.
  mutating func cancelled(_ timer: LoopTimer) {
    timer.isInHeap = false
    cancelled += 1
    dropCancelledTop()
    // Cancelled entries stay in the heap until they are half of it, so that removing them is amortised.
    if cancelled > 32, cancelled > heap.count / 2 {
      heap = Heap(heap.unordered.filter(\.isInHeap))
      cancelled = 0
    }
  }

  /// Takes out all timers, in order.
  mutating func removeAll() -> [LoopTimer] {
    var timers: [LoopTimer] = []
    while let timer = popDue(by: .max) { timers.append(timer) }
    return timers
  }

  var hasDelayedWork: Bool {
    heap.unordered.contains { $0.isInHeap && $0.work?.delayedWork != nil }
  }

  /// Takes out the timers that begin delayed work, in order.
  /// - Complexity: O(*n* log *n*).
  mutating func removeDelayedWork() -> [LoopTimer] {
    var found: [LoopTimer] = []
    var rest: [LoopTimer] = []
    for timer in heap.unordered where timer.isInHeap {
      if timer.work?.delayedWork != nil { found.append(timer) } else { rest.append(timer) }
    }
    heap = Heap(rest)
    cancelled = 0
    for timer in found { timer.isInHeap = false }
    return found.sorted()
  }

  private mutating func dropCancelledTop() {
    while let top = heap.min, !top.isInHeap {
      heap.removeMin()
      cancelled -= 1
    }
  }
}
