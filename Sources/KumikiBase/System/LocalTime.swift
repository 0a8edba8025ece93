internal import CLinux
internal import Glibc

/// Times of day, by the time zone of the process (TZ, or the system's).
package enum LocalTime {
  private static let day: Int64 = 86_400

  /// Returns the next time when local clocks show an hour and a minute, in seconds since 1970.
  ///
  /// Each day has one such time. If clocks are set forward over it, it is the moment when they are set. If it occurs
  /// twice, it is the first one.
  package static func next(hour: Int, minute: Int, after now: Int64) -> Int64 {
    unsafe tzset()
    let local = now + offset(at: now)
    // The day before too: its time may have been moved into the current day.
    let today = local / day - (local % day < 0 ? 1 : 0) - 1
    for number in today... {
      let time = first(showing: number * day + Int64(hour) * 3600 + Int64(minute) * 60)
      if time > now { return time }
    }
    return .max
  }

  /// Returns the first time when local clocks show a local time or a later one.
  private static func first(showing local: Int64) -> Int64 {
    let offsets = [offset(at: local - 36 * 3600), offset(at: local + 36 * 3600)]
    let exact = offsets.map { local - $0 }.filter { offset(at: $0) == local - $0 }.min()
    if let exact { return exact }
    // Clocks are set forward over it.
    var (before, after) = (local - 36 * 3600, local + 36 * 3600)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if middle + offset(at: middle) < local { before = middle } else { after = middle }
    }
    return after
  }

  /// Returns the seconds that local clocks are ahead of UTC at a time.
  private static func offset(at time: Int64) -> Int64 {
    var (time, parts) = (time_t(time), tm())
    return unsafe localtime_r(&time, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
  }
}
