@_spi(Executors) internal import KumikiToolchain
internal import Synchronization

/// Converts moments of the system's clocks to its monotonic clock, all by the same distance between the two: so they
/// stay in their order, whenever each is converted.
///
/// The distance is measured by a look at one clock and then at the other, and the time between the two looks makes it
/// too great. The smallest one ever seen is used. It becomes smaller too when the machine was suspended, where only one
/// of the clocks goes on.
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
  ///   - moment: since the clock was first looked at.
  ///   - distance: the monotonic time at that look.
  ///   - now: the present moment.
  private static func convert(
    _ moment: Duration, by distance: borrowing Atomic<Int64>, _ now: () -> Duration
  ) -> UInt64 {
    // The first measure is the smallest of several.
    let looks = distance.load(ordering: .relaxed) == .max ? 16 : 1
    for _ in 0..<looks {
      let passed = UInt64(roundingUp: now())
      distance.min(Int64(clamping: System.monotonic &- passed), ordering: .relaxed)
    }
    return UInt64(distance.load(ordering: .relaxed)).addingClamped(UInt64(roundingUp: moment))
  }
}
