/// The clock by which a timer is due.
package enum TimerClock {
  /// The loop's own, which stands still while the machine is suspended and which nobody sets.
  case own
  /// The date. It goes on while the machine is suspended, and may be set.
  case date
}

/// The timers of a live loop that are due by the date.
///
/// The system watches them by a timer of its own for the date: it goes off when the date has come, after a suspend
/// and after the date was set too. A wait that is measured by the loop's clock would end as much later.
final class DatedTimers {
  var heap = TimerHeap()
  /// The system's timer. Negative if there was no descriptor left: a wait then ends as if the date were not set.
  private(set) var alarm: Int32 = -1
  /// Whether the host's descriptor is readable when the alarm has gone off.
  private var isWatched = false

  deinit { System.close(alarm) }

  /// Sets the system's timer anew, also if its moment is the same: it may have gone off before the date was set
  /// back.
  func arm() {
    if alarm < 0 { alarm = (try? System.makeTimer(ofDate: true)) ?? -1 }
    if alarm >= 0 { System.arm(alarm, at: heap.next) }
  }

  func disarm() { if alarm >= 0 { System.arm(alarm, at: nil) } }

  /// Has the host's descriptor watch the alarm too.
  func watch(by poll: Int32) {
    guard !isWatched, alarm >= 0 else { return }
    isWatched = (try? System.add(alarm, to: poll)) != nil
  }

  /// Whether the next timer has to be waited for by another clock than the date.
  var lacksAlarm: Bool { alarm < 0 }

  /// When the next timer is due by the system's monotonic clock, if the date is not set until then.
  var moment: UInt64? {
    heap.next.map { System.monotonic.addingClamped($0 - min($0, Loop.date)) }
  }
}

extension Loop {
  /// The date in nanoseconds since 1970; 0 before that.
  static var date: UInt64 { UInt64(clamping: System.realtime) }

  /// The time by a clock in nanoseconds. On a virtual loop both are the loop's own.
  package func time(by clock: TimerClock) -> UInt64 {
    clock == .date && kind == .live ? Self.date : now
  }

  /// Takes out the timer that has been due for the longest time, by whichever clock.
  func popDue(by moment: UInt64) -> LoopTimer? {
    guard let dated, let next = dated.heap.next else { return timers.popDue(by: moment) }
    let date = Self.date
    guard next <= date else { return timers.popDue(by: moment) }
    if let other = timers.next, other <= moment, moment - other > date - next {
      return timers.popDue(by: moment)
    }
    return dated.heap.popDue(by: date)
  }

  /// When the next timer is due by the system's monotonic clock, of those by which a wait has to end: the alarm of
  /// the date ends it for others.
  var nextMoment: UInt64? {
    let next = timers.next.map(systemTime(of:))
    guard let dated, dated.lacksAlarm || pump != nil, let moment = dated.moment else { return next }
    return min(moment, next ?? .max)
  }
}
