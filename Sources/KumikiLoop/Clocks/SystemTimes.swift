@_spi(Executors) internal import KumikiToolchain
internal import Synchronization

/// Converts times of the system's clocks to its monotonic clock. All conversions use the same offset between two
/// clocks, so the results keep their order, whenever each conversion happens.
///
/// An offset is measured by reading one clock and then the other, and the time between the two reads makes the result
/// too great. The smallest offset ever measured is used. The offset also shrinks when the machine was suspended,
/// because only one of the clocks runs then.
enum SystemTimes {
  private static let continuousStart = ContinuousClock.now
  private static let suspendingStart = SuspendingClock.now
  private static let continuous = Atomic<Int64>(.max)
  private static let suspending = Atomic<Int64>(.max)

  static func monotonic(_ instant: SystemInstant) -> UInt64 {
    switch instant {
    case .continuous(let instant):
      convert(
        continuousStart.duration(to: instant), by: continuous
      ) {
        continuousStart.duration(to: .now)
      }
    case .suspending(let instant):
      convert(
        suspendingStart.duration(to: instant), by: suspending
      ) {
        suspendingStart.duration(to: .now)
      }
    }
  }

  /// - Parameters:
  ///   - time: The time since the first read of the clock.
  ///   - offset: The monotonic time of that read.
  ///   - now: Returns the current time.
  private static func convert(
    _ time: Duration, by offset: borrowing Atomic<Int64>, _ now: () -> Duration
  ) -> UInt64 {
    // The first offset is the smallest of several measurements.
    let measurements = offset.load(ordering: .relaxed) == .max ? 16 : 1
    for _ in 0..<measurements {
      let passed = UInt64(roundingUp: now())
      offset.min(Int64(clamping: System.monotonic &- passed), ordering: .relaxed)
    }
    return UInt64(offset.load(ordering: .relaxed)).addingClamped(UInt64(roundingUp: time))
  }
}
