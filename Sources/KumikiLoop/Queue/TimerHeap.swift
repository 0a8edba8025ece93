internal import HeapModule

/// Timers that are not due yet, the next one on top.
struct TimerHeap {
  private var heap = Heap<LoopTimer>()
  private var nextSequence: UInt64 = 0
  /// The number of entries whose timer was cancelled. The top entry is never cancelled.
  private var cancelled = 0

  /// The deadline of the next timer.
  var next: UInt64? { heap.min?.deadline }

  mutating func insert(_ timer: LoopTimer) {
    timer.isInHeap = true
    timer.sequence = nextSequence
    heap.insert(timer)
    nextSequence += 1
  }

  /// Removes and returns the next timer if it is due by a time.
  mutating func popDue(by now: UInt64) -> LoopTimer? {
    guard let top = heap.min, top.deadline <= now else { return nil }
    heap.removeMin()
    top.isInHeap = false
    dropCancelledTop()
    return top
  }

  /// Records that a timer's work was taken away.
  /// - Complexity: O(log *n*), amortised.
  mutating func cancelled(_ timer: LoopTimer) {
    timer.isInHeap = false
    cancelled += 1
    dropCancelledTop()
    // Cancelled entries stay in the heap until they are half of it, so that the cost of removing them is amortised.
    if cancelled > 32, cancelled > heap.count / 2 {
      heap = Heap(heap.unordered.filter(\.isInHeap))
      cancelled = 0
    }
  }

  /// Removes and returns all timers, in order.
  mutating func removeAll() -> [LoopTimer] {
    var timers: [LoopTimer] = []
    while let timer = popDue(by: .max) { timers.append(timer) }
    return timers
  }

  var hasDelayedWork: Bool {
    heap.unordered.contains { $0.isInHeap && $0.work?.delayedWork != nil }
  }

  /// Removes and returns the timers that begin delayed work, in order.
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

  /// The timers, in order.
  var all: [LoopTimer] { heap.unordered.filter(\.isInHeap).sorted() }

  /// Moves the deadlines of timers, because their clocks were moved against this heap's clock. Timers that are late by
  /// then are due first, in the order of their former deadlines.
  ///
  /// - Parameters:
  ///   - nanoseconds: How far their clocks were moved forward.
  ///   - now: The time of this heap's clock.
  mutating func clocksMoved(
    by nanoseconds: Int64, at now: UInt64, _ isMoved: (LoopTimer) -> Bool
  ) {
    let timers = all
    for timer in timers where isMoved(timer) {
      timer.clockMoved(by: nanoseconds)
      if timer.deadline > now { continue }
      timer.sequence = nextSequence
      nextSequence += 1
    }
    heap = Heap(timers)
    cancelled = 0
  }

  private mutating func dropCancelledTop() {
    while let top = heap.min, !top.isInHeap {
      heap.removeMin()
      cancelled -= 1
    }
  }
}
