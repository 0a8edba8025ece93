@_spi(Executors) internal import KumikiToolchain
internal import Synchronization

/// Converts times of the system's clocks to its monotonic clock. All conversions use the same offset between two
/// clocks, so the results keep their order, whenever each conversion happens.
///
/// An offset is measured by reading one clock and then the other, and the time between the two reads makes the result
/// too great. The smallest offset ever measured is used. The offset also shrinks when the machine was suspended,
/// because only one of the clocks runs then.
enum SystemMoments {
  private static let continuousStart = ContinuousClock.now
  private static let suspendingStart = SuspendingClock.now
  private static let continuous = Atomic<Int64>(.max)
  private static let suspending = Atomic<Int64>(.max)

  static func monotonic(_ moment: SystemInstant) -> UInt64 {
    switch moment {
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
  ///   - moment: The time since the first read of the clock.
  ///   - distance: The monotonic time of that read.
  ///   - now: Returns the current time.
  private static func convert(
    _ moment: Duration, by distance: borrowing Atomic<Int64>, _ now: () -> Duration
  ) -> UInt64 {
    // The first offset is the smallest of several measurements.
    let measurements = distance.load(ordering: .relaxed) == .max ? 16 : 1
    for _ in 0..<measurements {
      let passed = UInt64(roundingUp: now())
      distance.min(Int64(clamping: System.monotonic &- passed), ordering: .relaxed)
    }
    return UInt64(distance.load(ordering: .relaxed)).addingClamped(UInt64(roundingUp: moment))
  }
}
