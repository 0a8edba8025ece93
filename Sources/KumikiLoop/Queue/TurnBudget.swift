/// How much one iteration of a loop may do, so that the host's other event sources are served in time.
public struct TurnBudget: Sendable {
  /// The greatest number of jobs; nil for no limit.
  public var jobs: Int?
  /// The time limit, on the loop's clock: no further job begins after it. Nil for no limit.
  public var time: Duration?

  /// Makes a budget. A missing value sets no limit.
  public init(jobs: Int? = nil, time: Duration? = nil) {
    self.jobs = jobs
    self.time = time
  }
}

/// The size of a loop's next iteration, and the work that comes first.
struct TurnOrder {
  /// Nil if the iteration runs all due work.
  var budget: TurnBudget?
  /// Whether the next iteration starts with the queue, because timers used up the last one.
  var queueGoesFirst = false
  /// Whether the next iteration starts with the deferred functions, because other work used up the last one.
  var outsideGoesFirst = false
}

/// The unused rest of one iteration's budget.
struct TurnAllowance {
  /// How many generations of Swift jobs an iteration follows. Later generations wait for the next iteration, so that
  /// a task that never stops yielding cannot block the host for ever.
  var rounds = 1_000
  private var jobs = Int.max
  private var used = 0
  /// On the loop's clock.
  private var end: UInt64?

  init() {}

  /// Makes the allowance of an iteration that starts now.
  init(_ budget: TurnBudget?, by time: borrowing LoopTime) {
    guard let budget else { return }
    jobs = max(1, budget.jobs ?? .max)
    if let length = budget.time { end = time.now.addingClamped(length.wholeNanoseconds) }
  }

  /// Adds jobs that have run.
  mutating func use(_ ran: Int) { used += ran }

  /// Whether no further job may begin in this iteration. The first job always may.
  func isSpent(by time: borrowing LoopTime) -> Bool {
    guard used > 0 else { return false }
    if used >= jobs { return true }
    guard let end else { return false }
    return time.now >= end
  }
}
