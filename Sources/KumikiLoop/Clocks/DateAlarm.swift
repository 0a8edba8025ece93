/// The system timer for the date of a real-time loop's next dated timer.
///
/// It fires when the date has come, even after a suspend or a change of the system's date. A wait by the loop's clock
/// would end too late in those cases.
final class DateAlarm {
  /// Negative if no descriptor was left. A wait then ends as if the date had not been changed.
  private(set) var descriptor: Int32 = -1
  /// Whether the alarm makes the host's descriptor readable.
  private var isWatched = false

  deinit { System.close(descriptor) }

  /// The date in nanoseconds since 1970; 0 for earlier dates.
  static var now: UInt64 { UInt64(clamping: System.realtime) }

  /// Returns the nanoseconds until a date, provided that the system's date is not changed until then.
  static func left(until date: UInt64) -> UInt64 { date - min(date, now) }

  /// Sets the timer, even if its date is the same: the timer may have fired before the date was set back.
  ///
  /// - Parameter date: The date; nil for none.
  func set(to date: UInt64?) {
    if descriptor < 0 { descriptor = (try? System.makeTimer(ofDate: true)) ?? -1 }
    if descriptor >= 0 { System.arm(descriptor, at: date) }
  }

  /// Makes the host's descriptor watch the alarm too.
  func watch(by poll: Int32) {
    guard !isWatched, descriptor >= 0 else { return }
    isWatched = (try? System.add(descriptor, to: poll)) != nil
  }
}
