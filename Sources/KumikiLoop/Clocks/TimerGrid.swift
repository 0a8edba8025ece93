/// The firing times of a repeating timer: one after each interval from its start.
package struct TimerGrid {
  private let start: UInt64
  private let interval: UInt64

  /// - Parameter interval: In nanoseconds. 0 counts as 1.
  package init(from start: UInt64, interval: UInt64) {
    self.start = start
    self.interval = max(interval, 1)
  }

  /// Returns the first firing time in the future. Missed times are skipped.
  package func next(after now: UInt64) -> UInt64 {
    let passed = (now - start) / interval
    let (offset, overflow) = interval.multipliedReportingOverflow(by: passed + 1)
    return overflow ? .max : start.addingClamped(offset)
  }
}
