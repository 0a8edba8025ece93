/// The clock that decides when a timer is due, or an event.
package enum TimerClock {
  /// The loop's own clock. It stops while the machine is suspended, and cannot be set.
  case own
  /// The date. It advances while the machine is suspended, and may be set.
  case date
  /// A clock that advances while the machine is suspended, and cannot be set.
  case continuous
  /// Not a clock: the timer fires each time that the machine has woken from a suspend.
  case woken
  /// Not a clock: the timer fires each time that the system's clock was set.
  case clockSet
}
