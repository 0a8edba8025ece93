// Runs the loop. An iteration runs the work that is due when it starts, and the Swift jobs that follow from it.

extension Loop {
  /// Runs the work that is due and returns the number of jobs that ran.
  ///
  /// Due timers come first, by deadline; then posts, effects to begin and Swift jobs in the order of their arrival.
  /// Swift jobs that arise during the call run too; other new work waits for the next dispatch. With a
  /// ``turnBudget``, work beyond the budget also waits.
  ///
  /// - Parameter timeoutMilliseconds: How long to wait while nothing is due. 0 does not wait; -1 waits until
  ///   something ran or ``wakeup()`` was called. A virtual loop never waits.
  /// - Throws: ``LoopError/wrongThread``, ``LoopError/closed``, ``LoopError/busy`` inside a callback,
  ///   ``LoopError/invalidTimeout``, ``LoopError/system(code:call:)``.
  @discardableResult
  public func dispatch(timeoutMilliseconds: Int) throws(LoopError) -> Int {
    try enter(timeoutMilliseconds)
    defer { leave() }
    var ran = turn(within: turns.budget)
    if ran == 0, kind == .live, timeoutMilliseconds != 0 {
      let limit = Patience(timeoutMilliseconds).limit
      while ran == 0, !queue.wasWoken, try wait(until: limit) { ran = turn(within: turns.budget) }
    }
    queue.wasWoken = false
    return ran
  }

  /// Dispatches until nothing is due and no other thread has work under way for this loop.
  ///
  /// Does not wait for future timers, and never moves a virtual clock.
  /// - Parameter timeoutMilliseconds: The longest time to spend. 0 never waits; -1 sets no limit.
  /// - Throws: The errors of ``dispatch(timeoutMilliseconds:)``, and ``LoopError/timeout``.
  public func runUntilIdle(timeoutMilliseconds: Int) throws(LoopError) {
    try enter(timeoutMilliseconds)
    defer { leave() }
    var patience = Patience(timeoutMilliseconds)
    while isUsable {
      let ran = turn()
      if ran == 0, !inbox.hasPending, !hasQueued { return }
      if !isUsable { return }
      if patience.isOver { throw .timeout }
      if ran == 0, try !wait(until: patience.limit, whilePending: true) { throw .timeout }
    }
  }

  /// Dispatches until `done` returns true. `done` is called first, and again after each iteration.
  ///
  /// An idle virtual loop cannot make progress unless its clock moves, so the call then throws immediately.
  /// - Throws: The errors of ``dispatch(timeoutMilliseconds:)``; ``LoopError/timeout``; ``LoopError/closed`` if a
  ///   callback closed the loop first.
  public func run(timeoutMilliseconds: Int, until done: () -> Bool) throws(LoopError) {
    try enter(timeoutMilliseconds)
    defer { leave() }
    var patience = Patience(timeoutMilliseconds)
    while !done() {
      guard isUsable else { throw .closed }
      let ran = turn()
      // Read before the queue is checked: items that other threads posted before they ended are in the inbox by then.
      let mayCome = kind == .live || inbox.hasPending
      if ran > 0 || hasQueued {
        if done() { return }
        if patience.isOver { throw .timeout }
      } else {
        guard mayCome, try wait(until: patience.limit, whilePending: kind == .virtual) else {
          throw .timeout
        }
      }
    }
  }

  /// Throws if the loop cannot run now.
  func enter(_ timeoutMilliseconds: Int) throws(LoopError) {
    guard isCurrentThread else { throw inbox.isOurs ? .wrongThread : .closed }
    if stage.phase != .open { throw .closed }
    if stage.isBusy {
      // The host was woken although the loop cannot run. Without this it would immediately be woken again.
      muteDescriptor()
      throw .busy
    }
    if stage.isCloseRequested { throw .closed }
    if timeoutMilliseconds < -1 { throw .invalidTimeout }
    stage.isDispatching = true
    stage.runDepth += 1
    if isMainActors, stage.runDepth == 1 {
      runner.outerID = ThreadFrame.current.exchangeID(with: threadID)
    }
  }

  /// Undoes ``enter(_:)``. If a callback requested a close, it happens here, where nothing else is running.
  @inline(never)
  func leave() {
    // A callback may have forked. This is then the child, and the loop is its parent's.
    guard inbox.isOurs else { return }
    stage.runDepth -= 1
    leaveTurn()
    let frame = ThreadFrame.current
    if isMainActors, stage.runDepth == 0 { _ = frame.exchangeID(with: runner.outerID) }
    if frame.pointee.isIdle { ClosedLoopsWithJobs.settle(on: frame) }
  }

  /// Records that no iteration is running.
  private func leaveTurn() {
    stage.isDispatching = false
    queue.endTurn()
    becomeIdle()
  }

  /// False once a callback has requested the close, and in a child that a callback forked.
  var isUsable: Bool { !stage.isCloseRequested && inbox.isOurs }

  // MARK: - An iteration

  /// Runs the due work and the work that follows from it, then the functions that wait for the end of the iteration.
  ///
  /// - Parameter firesTimers: Whether due timers fire.
  @inline(never)
  func turn(within budget: TurnBudget? = nil, timers firesTimers: Bool = true) -> Int {
    var allowance = TurnAllowance(budget, by: time)
    var ran = 0
    if turns.outsideGoesFirst {
      turns.outsideGoesFirst = false
      ran += callOutside(&allowance)
      if allowance.isSpent(by: time) { return ran }
    }
    ran += runDue(&allowance, timers: firesTimers)
    turns.outsideGoesFirst = !queue.outside.isEmpty && allowance.isSpent(by: time)
    return ran + callOutside(&allowance)
  }

  /// Calls the deferred functions. No iteration is running at that time, so each function may run the loop, which
  /// then calls the remaining functions.
  private func callOutside(_ allowance: inout TurnAllowance) -> Int {
    var ran = 0
    while isUsable, !allowance.isSpent(by: time), let work = queue.outside.popFirst() {
      leaveTurn()
      work()
      stage.isDispatching = true
      allowance.use(1)
      ran += 1
    }
    return ran
  }

  private func runDue(_ allowance: inout TurnAllowance, timers firesTimers: Bool) -> Int {
    let frame = ThreadFrame.current
    let outer = frame.pointee.running
    frame.pointee.dispatching = Uncounted(self)
    defer { frame.pointee.running = outer }

    if !inbox.isEmpty { takeInbox() }
    // Counted now: work that callbacks add waits for the next iteration.
    var left = queue.due.count
    queue.beginTurn()
    var ran = 0
    if turns.queueGoesFirst { ran += runQueue(&left, &allowance) }
    if firesTimers, !timers.isEmpty {
      if let others = timers.others, kind == .live {
        let before = queue.due.count
        fire(others.beginTurn())
        left += queue.due.count - before
      }
      let limit = now
      ran += runTimers(&allowance) { $0.timers.popDue(by: limit) }
    }
    if firesTimers, timers.real?.next != nil {
      let limit = System.monotonic
      ran += runTimers(&allowance) { $0.timers.real?.popDue(by: limit) }
    }
    // Timers that use up every iteration must not keep the queue waiting for ever.
    turns.queueGoesFirst = !turns.queueGoesFirst && left > 0 && allowance.isSpent(by: time)
    ran += runQueue(&left, &allowance)
    ran += runFollowOns(&allowance)
    return ran
  }

  private func runQueue(_ left: inout Int, _ allowance: inout TurnAllowance) -> Int {
    var ran = 0
    while left > 0, isUsable, !allowance.isSpent(by: time), let item = queue.due.popFirst() {
      left -= 1
      let done = run(item)
      allowance.use(done)
      ran += done
    }
    return ran
  }

  private func runTimers(_ allowance: inout TurnAllowance, _ next: (Loop) -> LoopTimer?) -> Int {
    var ran = 0
    while isUsable, !allowance.isSpent(by: time), let timer = next(self) {
      let done = run(timer)
      allowance.use(done)
      // Before the next timer, so that the consequences of a timer come before later timers.
      ran += done + runFollowOns(&allowance)
    }
    return ran
  }

  /// Runs the Swift jobs that have arisen, the jobs that follow from them, and so on, for a number of rounds.
  func runFollowOns(_ allowance: inout TurnAllowance) -> Int {
    var ran = 0
    while allowance.rounds > 0, !queue.followOns.isEmpty, inbox.isOurs {
      allowance.rounds -= 1
      for _ in 0..<queue.followOns.count {
        guard inbox.isOurs, !allowance.isSpent(by: time), let item = queue.followOns.popFirst()
        else {
          return ran
        }
        let done = run(item)
        allowance.use(done)
        ran += done
      }
    }
    return ran
  }

  /// Runs one item. Returns 0 if the item was cancelled.
  func run(_ item: LoopItem) -> Int {
    switch item {
    case .work(let work):
      work()
    case .outside(let work):
      queue.deferred.append(work)
      return 0
    case .effect(let entry):
      if !entry.isFinished { entry.begin() }
    case .message(let message):
      message.arrive()
    case .job(let job, let role), .delayedJob(let job, let role, _):
      run(job, as: role)
    case .timer(let timer):
      if timer.work == nil { queue.cancelled -= 1 }
      return run(timer)
    case .wake(let sleeper):
      sleeper.wake()
    case .begin(let work):
      work.begin()
    }
    return 1
  }

  private func run(_ timer: LoopTimer) -> Int {
    guard let work = timer.work.take() else { return 0 }
    return run(work)
  }

  // MARK: - Waiting

  /// Blocks until something may be due. Returns false if the limit has already passed.
  @inline(never)
  func wait(until limit: UInt64?, whilePending: Bool = false) throws(LoopError) -> Bool {
    var nearest = limit
    let others = kind == .live ? timers.others : nil
    others?.arm()
    let alarm = others?.descriptor ?? -1
    if kind == .live, let next = nextTimerTime { nearest = min(next, limit ?? .max) }
    guard let nearest else {
      try inbox.wait(nanoseconds: nil, whilePending: whilePending, or: alarm)
      return true
    }
    let now = System.monotonic
    if let limit, now >= limit { return false }
    let nanoseconds = nearest > now ? nearest - now : 0
    try inbox.wait(nanoseconds: nanoseconds, whilePending: whilePending, or: alarm)
    return true
  }
}

/// How much longer a call may take.
struct Patience {
  /// On the system's clock, which a call that never waits does not read; nil for no limit.
  let limit: UInt64?
  private let neverWaits: Bool
  private var turns = 0

  init(_ milliseconds: Int) {
    neverWaits = milliseconds == 0
    if milliseconds > 0 {
      let span = Duration.milliseconds(milliseconds).wholeNanoseconds
      limit = System.monotonic.addingClamped(span)
    } else {
      limit = neverWaits ? 0 : nil
    }
  }

  /// Called once per iteration. With a timeout of 0, iterations are counted instead, so that due work is done however
  /// slow the machine is.
  var isOver: Bool {
    mutating get {
      turns += 1
      if neverWaits { return turns >= 1_000 }
      return limit.map { System.monotonic >= $0 } ?? false
    }
  }
}
