/// The timers of a loop that follow other clocks than its own, and the system's timer that ends a wait for them.
///
/// The system's timer follows the date. It fires when the date has come, even after a suspend or a change of the date. A
/// wait by the loop's clock would end too late in those cases. If timers here need to know of such an event, the system's
/// timer also fires at the event: when the machine has woken, or its clock was set.
///
/// On a virtual loop, only the timers that fire at events are here.
final class OtherTimers {
  /// Negative if no descriptor was left. A wait then ends as if the date had not been changed.
  private(set) var descriptor: Int32 = -1
  /// Whether the system's timer makes the host's descriptor readable.
  private var isWatched = false
  /// Timers by the date, and timers by the continuous clock, whose deadlines become other dates when the clock is set.
  private var dated = TimerHeap()
  /// Timers that fire at events, in the order they were set.
  private var listeners = TimerHeap()
  /// Whether a timer by the continuous clock was set.
  private var isContinuous = false
  /// The clocks when events were last looked for.
  private var known: ClockReading?
  /// In the current iteration, timers are due up to this date.
  private var limit: UInt64 = 0

  deinit { System.close(descriptor) }

  func insert(_ timer: LoopTimer) {
    if timer.clock != .date, !needsEvents { known = .now() }
    if timer.clock == .continuous, let known {
      isContinuous = true
      // Rather late than early: a setting of the clock may be too small to be noticed.
      timer.clockMoved(by: 0 - known.start - ClockReading.least)
    }
    if timer.isListener { listeners.insert(timer) } else { dated.insert(timer) }
  }

  func cancelled(_ timer: LoopTimer) {
    if timer.isListener { listeners.cancelled(timer) } else { dated.cancelled(timer) }
  }

  func removeAll() -> [LoopTimer] { dated.removeAll() + listeners.removeAll() }

  var hasDelayedWork: Bool { dated.hasDelayedWork }

  func removeDelayedWork() -> [LoopTimer] { dated.removeDelayedWork() }

  /// Removes and returns the timer that has been due for the longest time.
  ///
  /// - Parameter own: How long a timer of the loop's own clock has been due; nil for none. A timer here must have been due
  ///   as long.
  func popDue(before own: UInt64?) -> LoopTimer? {
    guard let next = dated.next, next <= limit, limit - next >= own ?? 0 else { return nil }
    return dated.popDue(by: limit)
  }

  /// The nanoseconds until the next timer is due, provided that the system's date is not changed until then; nil without
  /// timers.
  var left: UInt64? {
    guard let next = dated.next else { return nil }
    return next - min(next, UInt64(clamping: System.realtime))
  }

  // MARK: - Events

  /// Whether timers fire at events.
  var hasListeners: Bool { listeners.next != nil }

  private var needsEvents: Bool { hasListeners || isContinuous }

  /// Returns the timers that fire at an event.
  @inline(never)
  func listeners(to event: TimerClock) -> [LoopTimer] {
    listeners.all.filter { $0.clock == event }
  }

  /// Begins an iteration of a loop in real time, and returns the timers that fire at the events since the last one.
  func beginTurn() -> [LoopTimer] {
    guard needsEvents, let known else {
      limit = UInt64(clamping: System.realtime)
      return []
    }
    let now = ClockReading.now()
    limit = UInt64(clamping: now.date)
    let (hasWoken, wasSet) = now.events(since: known)
    guard hasWoken || wasSet else { return [] }
    self.known = now
    dated.clocksMoved(by: known.start - now.start, at: limit) { $0.clock == .continuous }
    return (hasWoken ? listeners(to: .woken) : []) + (wasSet ? listeners(to: .clockSet) : [])
  }

  // MARK: - The system's timer

  /// Sets the system's timer, even if its time is the same: it may have fired before the date was set back.
  func arm() {
    if descriptor < 0 { descriptor = (try? System.makeTimer(ofDate: true)) ?? -1 }
    if descriptor < 0 { return }
    guard needsEvents, let known else { return System.arm(descriptor, at: dated.next) }
    System.arm(descriptor, at: dated.next ?? UInt64(Int64.max), endsWhenSet: true)
    // Setting the timer has cleared an event that came before.
    let (hasWoken, wasSet) = ClockReading.now().events(since: known)
    if hasWoken || wasSet { System.arm(descriptor, at: 0) }
  }

  func disarm() {
    if descriptor >= 0 { System.arm(descriptor, at: nil) }
  }

  /// Makes the host's descriptor watch the system's timer too.
  func watch(by poll: Int32) {
    guard !isWatched, descriptor >= 0 else { return }
    isWatched = (try? System.add(descriptor, to: poll)) != nil
  }
}
