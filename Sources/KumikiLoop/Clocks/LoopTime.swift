internal import Synchronization

/// The clock of a loop, which starts at 0. Any thread may read it.
struct LoopTime: ~Copyable {
  /// Whether only the program moves the clock.
  let isVirtual: Bool
  private let start = System.monotonic
  private let moved = Atomic<UInt64>(0)

  init(isVirtual: Bool) { self.isVirtual = isVirtual }

  /// In nanoseconds.
  var now: UInt64 {
    isVirtual ? moved.load(ordering: .relaxed) : System.monotonic &- start
  }

  /// Nanoseconds since 1970. For a virtual clock, its own time.
  var date: Int64 { isVirtual ? Int64(clamping: now) : System.realtime }

  func move(to time: UInt64) { moved.store(time, ordering: .relaxed) }

  /// Converts a time of this clock to the system's clock.
  func system(of time: UInt64) -> UInt64 { start.addingClamped(time) }

  /// Converts a time of the system's clock to this clock.
  func own(of time: UInt64) -> UInt64 { time > start ? time - start : 0 }
}
