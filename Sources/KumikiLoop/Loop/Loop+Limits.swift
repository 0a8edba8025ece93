extension Loop {
  /// The default of ``burstLimit``.
  public static let standardBurstLimit: UInt64 = StoreLimits.standardBurst

  /// The default of ``stateValueLimit`` and ``actionValueLimit``, and their upper bound.
  public static let standardValueLimit = ValueLimits.standardValues

  /// How many actions of other threads may wait to be reduced, in all stores of this loop.
  public var waitingActionLimit: Int {
    get { inbox.limits.mostWaiting.load(ordering: .relaxed) }
    set { inbox.limits.mostWaiting.store(max(newValue, 1), ordering: .relaxed) }
  }

  /// The greatest number of values in the state of a feature in C. Shared values count each time. Applies to stores
  /// made afterwards.
  public var stateValueLimit: Int {
    get { isCurrentThread ? ownLimits.states.values : Self.standardValueLimit }
    set { if mayBeSet("stateValueLimit") { ownLimits.states.values = newValue } }
  }

  /// The greatest number of bytes in the strings and keys of the state of a feature in C. Applies to stores made
  /// afterwards.
  public var stateByteLimit: Int {
    get { isCurrentThread ? ownLimits.states.bytes : .max }
    set { if mayBeSet("stateByteLimit") { ownLimits.states.bytes = newValue } }
  }

  /// The greatest number of values in an action of a feature in C.
  public var actionValueLimit: Int {
    get { isCurrentThread ? ownLimits.actions.values : sharedActionLimits.values }
    set { if mayBeSet("actionValueLimit") { setActionLimits { $0.values = newValue } } }
  }

  /// The greatest number of bytes in the strings and keys of an action of a feature in C.
  public var actionByteLimit: Int {
    get { isCurrentThread ? ownLimits.actions.bytes : sharedActionLimits.bytes }
    set { if mayBeSet("actionByteLimit") { setActionLimits { $0.bytes = newValue } } }
  }

  /// The limits of actions, for other threads.
  package var sharedActionLimits: ValueLimits {
    let limits = inbox.limits
    return ValueLimits(
      values: limits.actionValues.load(ordering: .relaxed),
      bytes: limits.actionBytes.load(ordering: .relaxed))
  }

  /// Changes the limits of actions, and publishes them to other threads.
  private func setActionLimits(_ change: (inout ValueLimits) -> Void) {
    change(&ownLimits.actions)
    inbox.limits.actionValues.store(ownLimits.actions.values, ordering: .relaxed)
    inbox.limits.actionBytes.store(ownLimits.actions.bytes, ordering: .relaxed)
  }

  /// Runs `work`, which sends an action, like ``post(_:)``, unless too many actions wait. Usable on any thread.
  ///
  /// - Parameter owner: The owner of the latest work that keeps its values, so that this action comes behind it. A
  ///   refused action does not have this effect: otherwise each refusal would let one more value of a key wait.
  package func postAction(
    of owner: AnyObject & Sendable, _ work: @escaping @Sendable () -> Void
  ) -> PostedAction {
    let limits = inbox.limits
    guard limits.beginWaiting() else { return isClosed ? .closed : .full }
    settleLatest(of: owner)
    let isAccepted = post {
      limits.endWaiting()
      work()
    }
    if !isAccepted { limits.endWaiting() }
    return isAccepted ? .accepted : .closed
  }
}
