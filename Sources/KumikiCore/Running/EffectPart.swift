/// Which part of an effect that follows the state something is, and how it begins there.
///
/// The nodes of an effect are numbered from the root on, each before the parts that it is made of. The same
/// value makes the same effect again, so a snapshot names by these numbers what is at work.
@usableFromInline
struct EffectPart {
  @usableFromInline
  enum Standing: UInt8 {
    /// It begins now.
    case new
    /// It begins as if at an earlier time: what came before it was over while the program did not run.
    case earlier
    /// The same, in an effect of a snapshot which has only an age: what was due by then is over.
    case aged
    /// It goes on as the snapshot says.
    case kept
  }

  /// Negative in effects that do not follow the state.
  @usableFromInline var number: Int32 = -1
  @usableFromInline var standing = Standing.new
  /// How many operators around it let it wait: throttles, and those with turns. They have its number.
  @usableFromInline var inside: UInt16 = 0
  @usableFromInline var time: Int64 = 0

  @inlinable init() {}

  init(_ number: Int32, _ standing: Standing) {
    self.number = number
    self.standing = standing
  }

  var isFollowed: Bool { number >= 0 }

  /// When it began, by the effect's time, if that was earlier.
  var start: Int64? { standing == .earlier || standing == .aged ? time : nil }

  func at(_ number: Int32) -> EffectPart {
    var other = self
    other.number = number
    other.inside = 0
    return other
  }

  // MARK: - The next link of a chain

  /// - Parameter time: when it began, if that was earlier; nil for now.
  mutating func begins(at time: Int64?) {
    standing = time == nil ? .new : .earlier
    self.time = time ?? 0
  }
}

/// When a timer fires.
struct EffectTimer {
  let clock: TimerClock
  /// By the clock.
  let deadline: UInt64
  /// The same, but negative if it was before the clock began.
  let due: Int64
  /// Whether it has fired before the snapshot from which the effect goes on.
  var isOver = false
  /// When it was over, by the effect's time, if that was before the restore. Then what comes after it in a
  /// chain begins at that time, and not now.
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

  /// A moment of a repeating timer's grid, not before the clock began. For a timer that is due by the date it is
  /// the first moment of the grid, since the date may be set back.
  func gridStart(_ interval: UInt64) -> UInt64 {
    if clock == .date { return deadline % max(interval, 1) }
    let interval = Int64(clamping: max(interval, 1))
    return due < 0 && due % interval != 0 ? UInt64(due % interval + interval) : deadline
  }
}
