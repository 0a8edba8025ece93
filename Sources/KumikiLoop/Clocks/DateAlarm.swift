/// The system's timer for the date of a live loop's next timer that is due by it.
///
/// It goes off when the date has come, after a suspend and after the date was set too. A wait that is measured by
/// the loop's clock would end as much later.
final class DateAlarm {
  /// Negative if there was no descriptor left: a wait then ends as if the date were not set.
  private(set) var descriptor: Int32 = -1
  /// Whether the host's descriptor is readable when the alarm has gone off.
  private var isWatched = false

  deinit { System.close(descriptor) }

  /// The date in nanoseconds since 1970; 0 before that.
  static var now: UInt64 { UInt64(clamping: System.realtime) }

  /// The nanoseconds until a date, if it is not set until then.
  static func left(until date: UInt64) -> UInt64 { date - min(date, now) }

  /// Sets the timer, even if its date is the same: it may have gone off before the date was set back.
  ///
  /// - Parameter date: nil for none.
  func set(to date: UInt64?) {
    if descriptor < 0 { descriptor = (try? System.makeTimer(ofDate: true)) ?? -1 }
    if descriptor >= 0 { System.arm(descriptor, at: date) }
  }

  /// Has the host's descriptor watch the alarm too.
  func watch(by poll: Int32) {
    guard !isWatched, descriptor >= 0 else { return }
    isWatched = (try? System.add(descriptor, to: poll)) != nil
  }
}
