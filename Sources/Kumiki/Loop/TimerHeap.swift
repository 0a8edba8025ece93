internal import HeapModule

/// The timers that are not due yet, the next one on top.
struct TimerHeap {
  private var heap = Heap<TimerEntry>()
  private var nextSequence: UInt64 = 0
  /// Entries whose timer was cancelled. The one on top never is.
  private var cancelled = 0

  /// The deadline of the next timer.
  var next: UInt64? { heap.min?.deadline }

  mutating func insert(_ timer: LoopTimer) {
    timer.isInHeap = true
    heap.insert(TimerEntry(deadline: timer.deadline, sequence: nextSequence, timer: timer))
    nextSequence += 1
  }

  /// Takes out the next timer if it is due by then.
  mutating func popDue(by moment: UInt64) -> LoopTimer? {
    guard let top = heap.min, top.deadline <= moment else { return nil }
    heap.removeMin()
    top.timer.isInHeap = false
    dropCancelledTop()
    return top.timer
  }

  /// Notes that a timer's work was taken away.
  /// - Complexity: O(log *n*), amortised.
  mutating func cancelled(_ timer: LoopTimer) {
    timer.isInHeap = false
    cancelled += 1
    dropCancelledTop()
    // Cancelled entries stay in the heap until they are half of it, so that removing them is amortised.
    if cancelled > 32, cancelled > heap.count / 2 {
      heap = Heap(heap.unordered.filter { $0.timer.isInHeap })
      cancelled = 0
    }
  }

  /// Takes out all timers, in order.
  mutating func removeAll() -> [LoopTimer] {
    var timers: [LoopTimer] = []
    while let timer = popDue(by: .max) { timers.append(timer) }
    return timers
  }

  private mutating func dropCancelledTop() {
    while let top = heap.min, !top.timer.isInHeap {
      heap.removeMin()
      cancelled -= 1
    }
  }
}
