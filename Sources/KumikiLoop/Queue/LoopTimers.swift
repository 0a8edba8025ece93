/// The waiting timers of a loop.
///
/// Belongs to the loop's thread.
struct LoopTimers {
  /// Timers on the loop's own clock.
  private(set) var own = TimerHeap()
  /// Timers by other clocks; nil until one was set.
  var others: OtherTimers?
  /// Timers that are due at the current time of a virtual clock, but fire when the clock is next moved.
  private(set) var held: [LoopTimer] = []
  /// Timers on the system's clock that end the runtime's own sleeps in real time; nil if no timer does.
  var real: TimerHeap?

  /// Whether no timer is waiting, on any clock. May be false without timers.
  var isEmpty: Bool { own.next == nil && others == nil }

  mutating func insert(_ timer: LoopTimer) {
    if timer.isOwn { return own.insert(timer) }
    let others = others ?? OtherTimers()
    self.others = others
    others.insert(timer)
  }

  /// Moves the timers of other clocks on a virtual loop.
  ///
  /// - Parameter nanoseconds: How far their clocks were moved forward.
  mutating func clocksMoved(
    by nanoseconds: Int64, at now: UInt64, _ isMoved: (LoopTimer) -> Bool
  ) {
    own.clocksMoved(by: nanoseconds, at: now, isMoved)
  }

  /// Records that the work of a timer was taken away.
  ///
  /// - Returns: False if the timer is no longer waiting.
  mutating func cancelled(_ timer: LoopTimer) -> Bool {
    if timer.isInHeap {
      if timer.isOwn { own.cancelled(timer) } else { others?.cancelled(timer) }
    } else if timer.isHeld {
      held.removeAll { $0 === timer }
    } else {
      return false
    }
    return true
  }

  /// Keeps a timer until the clock is moved.
  mutating func hold(_ timer: LoopTimer) {
    timer.isHeld = true
    held.append(timer)
  }

  /// Removes and returns the held timers, because the clock is being moved.
  mutating func takeHeld() -> [LoopTimer] {
    for timer in held { timer.isHeld = false }
    return exchange(&held, with: [])
  }

  /// Removes and returns the timer that has been due for the longest time, on any clock.
  ///
  /// - Parameter now: The time of the loop's own clock.
  mutating func popDue(by now: UInt64) -> LoopTimer? {
    guard let others else { return own.popDue(by: now) }
    let late = own.next.flatMap { $0 <= now ? now - $0 : nil }
    return others.popDue(before: late) ?? own.popDue(by: now)
  }

  /// Removes and returns all timers except the real-time timers.
  @inline(never)
  mutating func removeAll() -> [LoopTimer] {
    exchange(&held, with: []) + own.removeAll() + (others?.removeAll() ?? [])
  }

  var hasDelayedWork: Bool { own.hasDelayedWork || others?.hasDelayedWork == true }

  /// Removes and returns the timers that begin delayed work, in the order of their deadlines.
  @inline(never)
  mutating func removeDelayedWork() -> [LoopTimer] {
    own.removeDelayedWork() + (others?.removeDelayedWork() ?? [])
  }

  // MARK: - The next deadline

  /// Whether a timer is due on any clock.
  func hasDue(by time: borrowing LoopTime) -> Bool {
    if let next = own.next, next <= time.now { return true }
    return others?.left == 0
  }

  /// Returns the nanoseconds until the next timer is due on any clock; nil without timers.
  func left(by time: borrowing LoopTime) -> UInt64? {
    let left = others?.left
    guard let next = own.next else { return left }
    return min(next - min(time.now, next), left ?? .max)
  }

  /// How long a wait for events may last where nothing reports them.
  private static var eventInterval: UInt64 { 10_000_000_000 }

  /// Returns when the next timer that has to end a wait is due, on the system's monotonic clock. For other timers the
  /// system's timer ends the wait.
  ///
  /// - Parameter hasAlarm: Whether the waiting code can also wait for that timer.
  func nextTimerTime(by time: borrowing LoopTime, hasAlarm: Bool) -> UInt64? {
    var next: UInt64?
    if let own = own.next { next = time.system(of: own) }
    guard let others, others.descriptor < 0 || !hasAlarm else { return next }
    let left = min(others.left ?? .max, others.hasListeners ? Self.eventInterval : .max)
    return left == .max ? next : min(System.monotonic.addingClamped(left), next ?? .max)
  }
}
