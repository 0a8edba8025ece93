/// The moments of a repeating timer: one after each interval from its beginning on.
package struct TimerGrid {
  private let start: UInt64
  private let interval: UInt64

  /// - Parameter interval: in nanoseconds; 0 is 1.
  package init(from start: UInt64, interval: UInt64) {
    self.start = start
    self.interval = max(interval, 1)
  }

  /// The first moment that has not come yet. Moments that were missed are left out.
  package func next(after now: UInt64) -> UInt64 {
    let passed = (now - start) / interval
    let (offset, overflow) = interval.multipliedReportingOverflow(by: passed + 1)
    return overflow ? .max : start.addingClamped(offset)
  }
}
