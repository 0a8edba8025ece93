/// The identity of a part of a state-driven effect, and how the part starts.
///
/// The nodes of an effect are numbered from the root, each before its own parts. The same value produces the same
/// effect again, so a snapshot identifies the running parts by these numbers.
@usableFromInline
struct EffectPart {
  @usableFromInline
  enum Start: UInt8 {
    /// The part starts now.
    case new
    /// The part starts as if at an earlier time, because the previous part ended while the program did not run.
    case earlier
    /// The same, in an effect whose snapshot contains only an age: timers that were due by then have fired.
    case agedOnly
    /// The part resumes as recorded in the snapshot.
    case resumed
  }

  /// Negative in effects that are not state-driven.
  @usableFromInline var number: Int32 = -1
  @usableFromInline var start = Start.new
  /// Whether the timers inside count the time while the machine is suspended. For parts of all effects.
  @usableFromInline var countsSleep = false
  /// The number of operators around it (throttles and turns) that have admitted it. They share its number.
  @usableFromInline var inside: UInt16 = 0
  @usableFromInline var time: Int64 = 0

  @inlinable init() {}

  init(_ number: Int32, _ start: Start) {
    self.number = number
    self.start = start
  }

  var isFollowed: Bool { number >= 0 }

  /// The clock of the timers in it.
  var clock: TimerClock { countsSleep ? .continuous : .own }

  /// The same part, starting now.
  var fromStart: EffectPart {
    var other = EffectPart(number, .new)
    other.countsSleep = countsSleep
    return other
  }

  /// When the part started, on the effect's clock, if that was earlier than now.
  var startTime: Int64? { start == .earlier || start == .agedOnly ? time : nil }

  func at(_ number: Int32) -> EffectPart {
    var other = self
    other.number = number
    other.inside = 0
    return other
  }

  // MARK: - The next member of a chain

  /// - Parameter time: when the member started, if earlier; nil for now.
  mutating func begins(at time: Int64?) {
    start = time == nil ? .new : .earlier
    self.time = time ?? 0
  }
}

/// The deadline of a timer.
struct EffectTimer {
  let clock: TimerClock
  /// The time on the clock.
  let deadline: UInt64
  /// The same time, but negative if it was before the clock's start.
  let due: Int64
  /// Whether the timer had already fired at the restored snapshot.
  var isOver = false
  /// When the timer fired, on the effect's clock, if it fired before the restore. The next member of a chain then
  /// starts at that time and not now.
  var passed: Int64?

  init(deadline: UInt64, by clock: TimerClock) {
    self.clock = clock
    self.deadline = deadline
    due = Int64(clamping: deadline)
  }

  init(due: Int64, by clock: TimerClock, isOver: Bool, passed: Int64?) {
    self.clock = clock
    self.due = due
    self.isOver = isOver
    self.passed = passed
    deadline = UInt64(max(due, 0))
  }

  /// Returns a point of a repeating timer's grid that is not before the clock's start. For a timer that uses the date,
  /// it is the first point of the grid, because the date may be set back.
  func gridStart(_ interval: UInt64) -> UInt64 {
    if clock == .date { return deadline % max(interval, 1) }
    let interval = Int64(clamping: max(interval, 1))
    return due < 0 && due % interval != 0 ? UInt64(due % interval + interval) : deadline
  }
}
