/// The waiting timers of a loop.
///
/// Belongs to the loop's thread.
struct LoopTimers {
  /// Timers on the loop's own clock.
  private(set) var own = TimerHeap()
  /// Timers by the date. On a virtual loop such timers are in `own`.
  private(set) var dated = TimerHeap()
  /// Fires when the first dated timer is due; nil until one was set.
  var alarm: DateAlarm?
  /// Timers that are due at the current time of a virtual clock, but fire when the clock is next moved.
  private(set) var held: [LoopTimer] = []
  /// Timers on the system's clock that end the runtime's own sleeps in real time; nil if no timer does.
  var real: TimerHeap?

  /// Whether no timer is waiting on either clock.
  var isEmpty: Bool { own.next == nil && dated.next == nil }

  mutating func insert(_ timer: LoopTimer) {
    guard timer.clock == .date else { return own.insert(timer) }
    dated.insert(timer)
    if alarm == nil { alarm = DateAlarm() }
  }

  /// Records that the work of a timer was taken away.
  ///
  /// - Returns: False if the timer is no longer waiting.
  mutating func cancelled(_ timer: LoopTimer) -> Bool {
    if timer.isInHeap {
      if timer.clock == .own { own.cancelled(timer) } else { dated.cancelled(timer) }
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

  /// Removes and returns the timer that has been due for the longest time, on either clock.
  ///
  /// - Parameter now: The time of the loop's own clock.
  mutating func popDue(by now: UInt64) -> LoopTimer? {
    guard let next = dated.next else { return own.popDue(by: now) }
    let date = DateAlarm.now
    guard next <= date else { return own.popDue(by: now) }
    if let other = own.next, other <= now, now - other > date - next {
      return own.popDue(by: now)
    }
    return dated.popDue(by: date)
  }

  /// Removes and returns all timers except the real-time timers.
  @inline(never)
  mutating func removeAll() -> [LoopTimer] {
    exchange(&held, with: []) + own.removeAll() + dated.removeAll()
  }

  var hasDelayedWork: Bool { own.hasDelayedWork || dated.hasDelayedWork }

  /// Removes and returns the timers that begin delayed work, in the order of their deadlines.
  @inline(never)
  mutating func removeDelayedWork() -> [LoopTimer] {
    own.removeDelayedWork() + dated.removeDelayedWork()
  }

  // MARK: - The next deadline

  /// Whether a timer is due on either clock.
  func hasDue(by time: borrowing LoopTime) -> Bool {
    if let next = own.next, next <= time.now { return true }
    return dated.next.map { $0 <= DateAlarm.now } ?? false
  }

  /// Returns the nanoseconds until the next timer is due on either clock; nil without timers.
  func left(by time: borrowing LoopTime) -> UInt64? {
    let left = dated.next.map(DateAlarm.left)
    guard let next = own.next else { return left }
    return min(next - min(time.now, next), left ?? .max)
  }

  /// Returns when the next timer that has to end a wait is due, on the system's monotonic clock. For other timers the
  /// date alarm ends the wait.
  ///
  /// - Parameter hasAlarm: Whether the waiting code can also wait for that alarm.
  func nextTimerTime(by time: borrowing LoopTime, hasAlarm: Bool) -> UInt64? {
    var next: UInt64?
    if let own = own.next { next = time.system(of: own) }
    guard let alarm, alarm.descriptor < 0 || !hasAlarm, let date = dated.next else { return next }
    return min(System.monotonic.addingClamped(DateAlarm.left(until: date)), next ?? .max)
  }
}
