/// How much one turn of a loop may do, so that the host's other sources get their turn in time.
public struct TurnBudget: Sendable {
  /// The greatest number of jobs; nil for any number.
  public var jobs: Int?
  /// The time, on the loop's clock, after which no further job is begun; nil for any.
  public var time: Duration?

  /// Makes a budget; what is not given has no bound.
  public init(jobs: Int? = nil, time: Duration? = nil) {
    self.jobs = jobs
    self.time = time
  }
}

/// The size of a loop's next turn, and its first work.
struct TurnOrder {
  /// Nil: the turn runs all work that is due.
  var budget: TurnBudget?
  /// Whether the next turn begins with the queue, since timers took all of the last one.
  var queueGoesFirst = false
  /// Whether the next turn begins with the deferred functions, since all else took all of the last one.
  var outsideGoesFirst = false
}

/// What one turn has left of its budget.
struct TurnAllowance {
  /// How many generations of Swift jobs a turn follows. What comes after them waits for the next
  /// turn, so that a task which never stops yielding cannot keep the host for ever.
  var rounds = 1_000
  private var jobs = Int.max
  private var used = 0
  /// On the loop's clock.
  private var end: UInt64?

  init() {}

  /// Of a turn that begins now.
  init(_ budget: TurnBudget?, by time: borrowing LoopTime) {
    guard let budget else { return }
    jobs = max(1, budget.jobs ?? .max)
    if let length = budget.time { end = time.now.addingClamped(length.wholeNanoseconds) }
  }

  /// Notes how many jobs have run.
  mutating func use(_ ran: Int) { used += ran }

  /// Whether no further job may begin in this turn. One always may.
  func isSpent(by time: borrowing LoopTime) -> Bool {
    guard used > 0 else { return false }
    if used >= jobs { return true }
    guard let end else { return false }
    return time.now >= end
  }
}
