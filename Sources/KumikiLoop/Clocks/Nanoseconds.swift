extension Duration {
  /// Whole nanoseconds: 0 for a negative duration, the greatest value for one too long.
  package var wholeNanoseconds: UInt64 { UInt64(clamping: attoseconds / 1_000_000_000) }
}

extension UInt64 {
  /// A duration in nanoseconds: a negative one is 0, one too long the greatest value.
  init(roundingUp duration: Duration) {
    let (whole, rest) = duration.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(clamping: rest > 0 ? whole + 1 : whole)
  }

  /// The sum, or the greatest value if that is too large.
  package func addingClamped(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
