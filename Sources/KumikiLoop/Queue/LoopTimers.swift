/// The timers of a loop that wait for their moment.
///
/// Belongs to the loop's thread.
struct LoopTimers {
  /// Timers that are due by the loop's own clock.
  private(set) var own = TimerHeap()
  /// Timers that are due by the date. On a virtual loop they are among the others.
  private(set) var dated = TimerHeap()
  /// Goes off when the first dated timer is due; nil until one was set.
  var alarm: DateAlarm?
  /// Timers that are due at this moment of a virtual clock, but fire when it is next moved.
  private(set) var held: [LoopTimer] = []
  /// The timers that end the runtime's own sleeps in real time, by the system's clock; nil if nothing does.
  var real: TimerHeap?

  /// Whether any timer waits by either clock.
  var isEmpty: Bool { own.next == nil && dated.next == nil }

  mutating func insert(_ timer: LoopTimer) {
    guard timer.clock == .date else { return own.insert(timer) }
    dated.insert(timer)
    if alarm == nil { alarm = DateAlarm() }
  }

  /// Notes that the work of a timer was taken away.
  ///
  /// - Returns: false if the timer does not wait for its moment any more.
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

  /// Takes out the held timers, because the clock is being moved.
  mutating func takeHeld() -> [LoopTimer] {
    for timer in held { timer.isHeld = false }
    return exchange(&held, with: [])
  }

  /// Takes out the timer that has been due for the longest time, by whichever clock.
  ///
  /// - Parameter moment: the time by the loop's own clock.
  mutating func popDue(by moment: UInt64) -> LoopTimer? {
    guard let next = dated.next else { return own.popDue(by: moment) }
    let date = DateAlarm.now
    guard next <= date else { return own.popDue(by: moment) }
    if let other = own.next, other <= moment, moment - other > date - next {
      return own.popDue(by: moment)
    }
    return dated.popDue(by: date)
  }

  /// Takes out all timers except the ones of real time.
  @inline(never)
  mutating func removeAll() -> [LoopTimer] {
    exchange(&held, with: []) + own.removeAll() + dated.removeAll()
  }

  var hasDelayedWork: Bool { own.hasDelayedWork || dated.hasDelayedWork }

  /// Takes out the timers that begin delayed work, in the order of their deadlines.
  @inline(never)
  mutating func removeDelayedWork() -> [LoopTimer] {
    own.removeDelayedWork() + dated.removeDelayedWork()
  }

  // MARK: - The next moment

  /// Whether a timer is due by either clock.
  func hasDue(by time: borrowing LoopTime) -> Bool {
    if let next = own.next, next <= time.now { return true }
    return dated.next.map { $0 <= DateAlarm.now } ?? false
  }

  /// The nanoseconds until the next timer is due, by either clock; nil without timers.
  func left(by time: borrowing LoopTime) -> UInt64? {
    let left = dated.next.map(DateAlarm.left)
    guard let next = own.next else { return left }
    return min(next - min(time.now, next), left ?? .max)
  }

  /// When the next timer that has to end a wait is due, by the system's monotonic clock. For other timers the alarm of
  /// the date ends the wait.
  ///
  /// - Parameter hasAlarm: whether whoever waits can wait for that alarm too.
  func nextMoment(by time: borrowing LoopTime, hasAlarm: Bool) -> UInt64? {
    var next: UInt64?
    if let own = own.next { next = time.system(of: own) }
    guard let alarm, alarm.descriptor < 0 || !hasAlarm, let date = dated.next else { return next }
    return min(System.monotonic.addingClamped(DateAlarm.left(until: date)), next ?? .max)
  }
}
