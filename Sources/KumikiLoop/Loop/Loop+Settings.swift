public import Synchronization

// What a program sets on a loop. Numbers may be read and set on any thread. The rest belongs to the loop's thread: on
// another one it reads as if it were not set, and setting it changes nothing and is the issue `off-thread`.

extension Loop {
  /// Whether a send to a busy store, by its reducer or an observer, is reported as the issue
  /// `reentrant-send`. The action is handled all the same.
  @inlinable
  public var reportsReentrantSends: Bool {
    get { storeLimits.reportsReentrantSends.load(ordering: .relaxed) }
    set { storeLimits.reportsReentrantSends.store(newValue, ordering: .relaxed) }
  }

  /// How many actions a burst may have: one send, and all that follows from it at once.
  ///
  /// A burst that goes on longer is ended: the actions still waiting are dropped, the observers get the state
  /// as it is then, and the issue `endless-burst` names the actions that went round.
  @inlinable
  public var burstLimit: UInt64 {
    get { storeLimits.burst.load(ordering: .relaxed) }
    set { storeLimits.burst.store(newValue, ordering: .relaxed) }
  }

  /// How many effects of a store may be in flight, those that wait for their turn among them. One more fails at
  /// the next turn, and neither begins nor waits: a `catch` around it is told, or the issue `effect-threw` is.
  @inlinable
  public var effectLimit: Int {
    get { storeLimits.effects.load(ordering: .relaxed) }
    set { storeLimits.effects.store(newValue, ordering: .relaxed) }
  }

  /// How many observers a store may have that C asked for.
  public var observerLimit: Int {
    get { storeLimits.observers.load(ordering: .relaxed) }
    set { storeLimits.observers.store(newValue, ordering: .relaxed) }
  }

  /// How much one turn may do: what ``dispatch(timeoutMilliseconds:)`` runs before it returns. Nil for all
  /// that is due when it is called.
  ///
  /// At least one job runs in a turn. Calls that take as many turns as they need, such as
  /// ``runUntilIdle(timeoutMilliseconds:)``, are not bound by it.
  public var turnBudget: TurnBudget? {
    get { isCurrentThread ? turns.budget : nil }
    set { if mayBeSet("turnBudget") { turns.budget = newValue } }
  }

  /// Asked now and then while a burst goes on, after each 16 of its actions. If it answers true, the burst is
  /// ended as one that has reached ``burstLimit``, with the issue `interrupted-burst`. For a deadline.
  public var interrupt: (() -> Bool)? {
    get { isCurrentThread ? ownLimits.interrupt : nil }
    set { if mayBeSet("interrupt") { ownLimits.interrupt = newValue } }
  }

  /// Receives the loop's issues, on its thread and one at a time; nil prints them to standard error.
  public var onIssue: ((Issue) -> Void)? {
    get { isCurrentThread ? issues.handler : nil }
    set { if mayBeSet("onIssue") { issues.handler = newValue } }
  }

  /// Whether the caller is on the loop's thread. Otherwise reports the issue `off-thread`.
  func mayBeSet(_ name: StaticString) -> Bool {
    if isCurrentThread { return true }
    report(
      Issue(
        code: .offThread,
        message: "\(name) was set on a thread that is not the loop's; nothing changed. Use post."))
    return false
  }
}
