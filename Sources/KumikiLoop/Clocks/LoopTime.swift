internal import Synchronization

/// The clock of a loop, which starts at 0. Any thread may read it.
struct LoopTime: ~Copyable {
  /// Whether only the program moves the clock.
  let isVirtual: Bool
  private let start = System.monotonic
  private let moved = Atomic<UInt64>(0)
  /// How far the date of a virtual clock is ahead of it, and how long its machine was suspended. In nanoseconds.
  private let ahead = Atomic<Int64>(0)
  private let suspended = Atomic<Int64>(0)

  init(isVirtual: Bool) { self.isVirtual = isVirtual }

  /// In nanoseconds.
  var now: UInt64 {
    isVirtual ? moved.load(ordering: .relaxed) : System.monotonic &- start
  }

  /// Nanoseconds since 1970. For a virtual clock, its own time, unless its date was set.
  var date: Int64 { isVirtual ? virtual(ahead) : System.realtime }

  /// Returns the time of a clock; 0 for dates before 1970.
  func now(by clock: TimerClock) -> UInt64 {
    switch clock {
    case .date: UInt64(clamping: date)
    case .continuous: isVirtual ? UInt64(virtual(suspended)) : System.boottime
    default: now
    }
  }

  private func virtual(_ ahead: borrowing Atomic<Int64>) -> Int64 {
    Int64(clamping: now).addingClamped(ahead.load(ordering: .relaxed))
  }

  /// Moves the date of a virtual clock, and by a suspend also the clock that counts it.
  func moveDate(by nanoseconds: Int64, isSuspend: Bool) {
    ahead.store(ahead.load(ordering: .relaxed).addingClamped(nanoseconds), ordering: .relaxed)
    if !isSuspend { return }
    suspended.store(
      suspended.load(ordering: .relaxed).addingClamped(nanoseconds), ordering: .relaxed)
  }

  func move(to time: UInt64) { moved.store(time, ordering: .relaxed) }

  /// Converts a time of this clock to the system's clock.
  func system(of time: UInt64) -> UInt64 { start.addingClamped(time) }

  /// Converts a time of the system's clock to this clock.
  func own(of time: UInt64) -> UInt64 { time > start ? time - start : 0 }
}
