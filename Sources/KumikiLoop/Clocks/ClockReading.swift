/// The system's clocks at one time.
///
/// The differences between them change only when the machine was suspended, or its clock was set: if a time service slows
/// the clock down, it slows all clocks down.
struct ClockReading {
  /// How long the machine has been suspended since it started, in nanoseconds.
  let suspended: Int64
  /// The date, and the date when the machine started by the same setting of the clock. In nanoseconds since 1970.
  let date, start: Int64

  /// The smallest change that counts, in nanoseconds. Clocks that are read one after the other differ by the time between
  /// the reads.
  static var least: Int64 { 1_000_000 }

  init(monotonic: UInt64, boottime: UInt64, date: Int64) {
    suspended = Int64(bitPattern: boottime &- monotonic)
    self.date = date
    start = date &- Int64(bitPattern: boottime)
  }

  /// Reads the clocks, again if the thread was interrupted.
  @inline(never)
  static func now() -> ClockReading {
    var tries = 100
    while true {
      let monotonic = System.monotonic
      let reading = ClockReading(
        monotonic: monotonic, boottime: System.boottime, date: System.realtime)
      tries -= 1
      if tries == 0 || System.monotonic &- monotonic < UInt64(least / 2) { return reading }
    }
  }

  /// Whether the machine has woken from a suspend since an earlier reading, and whether its clock was set.
  func events(since earlier: ClockReading) -> (hasWoken: Bool, wasSet: Bool) {
    (
      suspended &- earlier.suspended >= Self.least,
      (start &- earlier.start).magnitude >= UInt64(Self.least)
    )
  }
}
