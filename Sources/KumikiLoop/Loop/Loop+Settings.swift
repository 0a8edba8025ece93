public import Synchronization

// The settings of a loop. Numbers may be read and set on any thread. The other settings belong to the loop's thread:
// on another thread they read as unset, and setting one changes nothing and raises the issue `off-thread`.

extension Loop {
  /// Whether a send to a busy store, by its reducer or an observer, is reported as the issue `reentrant-send`. The
  /// action is handled in any case.
  @inlinable
  public var reportsReentrantSends: Bool {
    get { storeLimits.reportsReentrantSends.load(ordering: .relaxed) }
    set { storeLimits.reportsReentrantSends.store(newValue, ordering: .relaxed) }
  }

  /// The maximum number of actions in a burst: one send and everything that it triggers synchronously.
  ///
  /// A longer burst is ended: the waiting actions are dropped, the observers receive the state at that time, and the
  /// issue `endless-burst` names the repeating actions.
  @inlinable
  public var burstLimit: UInt64 {
    get { storeLimits.burst.load(ordering: .relaxed) }
    set { storeLimits.burst.store(newValue, ordering: .relaxed) }
  }

  /// The maximum number of running effects in a store, including effects that wait in a queue. An effect beyond the
  /// limit neither begins nor waits, and fails in the next iteration: an enclosing `catch` receives the error,
  /// otherwise the issue `effect-threw` is raised.
  @inlinable
  public var effectLimit: Int {
    get { storeLimits.effects.load(ordering: .relaxed) }
    set { storeLimits.effects.store(newValue, ordering: .relaxed) }
  }

  /// The maximum number of observers that C may add to a store.
  public var observerLimit: Int {
    get { storeLimits.observers.load(ordering: .relaxed) }
    set { storeLimits.observers.store(newValue, ordering: .relaxed) }
  }

  /// How much one iteration may do: the work that ``dispatch(timeoutMilliseconds:)`` runs before it returns. Nil
  /// stands for all work that is due at the call.
  ///
  /// At least one job runs in an iteration. Calls that take as many iterations as they need, such as
  /// ``runUntilIdle(timeoutMilliseconds:)``, are not bound by the budget.
  public var turnBudget: TurnBudget? {
    get { isCurrentThread ? turns.budget : nil }
    set { if mayBeSet("turnBudget") { turns.budget = newValue } }
  }

  /// Called from time to time during a burst, after every 16 actions. If it returns true, the burst is ended as if it
  /// had reached ``burstLimit``, with the issue `interrupted-burst`. Use it for a deadline.
  public var interrupt: (() -> Bool)? {
    get { isCurrentThread ? ownLimits.interrupt : nil }
    set { if mayBeSet("interrupt") { ownLimits.interrupt = newValue } }
  }

  /// Receives the loop's issues, on the loop's thread and one at a time. If nil, they are printed to standard error.
  public var onIssue: ((Issue) -> Void)? {
    get { isCurrentThread ? issues.handler : nil }
    set { if mayBeSet("onIssue") { issues.handler = newValue } }
  }

  /// Whether the caller is on the loop's thread. If not, reports the issue `off-thread`.
  func mayBeSet(_ name: StaticString) -> Bool {
    if isCurrentThread { return true }
    report(
      Issue(
        code: .offThread,
        message: "\(name) was set on a thread that is not the loop's; nothing changed. Use post."))
    return false
  }
}
