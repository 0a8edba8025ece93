extension Duration {
  /// Whole nanoseconds. 0 for a negative duration; the greatest value for a duration that is too long.
  package var wholeNanoseconds: UInt64 { UInt64(clamping: attoseconds / 1_000_000_000) }
}

extension UInt64 {
  /// Converts a duration to nanoseconds. A negative duration becomes 0, too long a duration the greatest value.
  init(roundingUp duration: Duration) {
    let (whole, rest) = duration.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(clamping: rest > 0 ? whole + 1 : whole)
  }

  /// Returns the sum, or the greatest value if the sum is too large.
  package func addingClamped(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension Int64 {
  package func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  package func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
