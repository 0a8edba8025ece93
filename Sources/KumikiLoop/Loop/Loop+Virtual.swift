extension Loop {
  /// How many turns a moment of virtual time may take.
  private static var turnsPerMoment: Int { 100_000 }

  /// Moves a virtual clock forward, and runs what becomes due on the way.
  ///
  /// First what is due already runs. Then, deadline by deadline, the clock is set, the timers of that moment
  /// fire in the order in which they were set, and everything that they lead to runs, so that a sleep begun
  /// on the way ends on the way if it is due by the end. Work that goes on bringing new work is given up
  /// after 100 000 turns at one moment, or after as many actions as a burst may have (``burstLimit``) that effects
  /// sent without waiting; the rest stays due. The clock stops at its greatest value rather than
  /// overflow.
  ///
  /// - Throws: ``LoopError/notVirtual``, ``LoopError/wrongThread``, ``LoopError/closed``,
  ///   ``LoopError/busy`` inside a callback.
  ///
  /// - Complexity: O(*k* log *n*) for *k* timers that become due among *n*, plus the work that they do.
  public func advance(by nanoseconds: UInt64) throws(LoopError) {
    guard kind == .virtual else { throw .notVirtual }
    try enter(0)
    defer { leave() }
    let target = moment(after: nanoseconds)
    releaseHeld()
    runAllDue()
    while isUsable, let deadline = timers.own.next, deadline <= target {
      moveClock(to: deadline)
      runAllDue()
    }
    if isUsable { moveClock(to: target) }
  }

  /// Never moves it back: a function called after a turn may have moved the clock further.
  private func moveClock(to moment: UInt64) { time.move(to: max(now, moment)) }

  /// When the next timer is due; nil if none is set.
  package var nextDeadline: UInt64? { timers.held.isEmpty ? timers.own.next : now }

  private func runAllDue() {
    var turns = 0
    let sends = tally.unwaitedSends
    while isUsable, turns < Self.turnsPerMoment, !isRestless(since: sends), turn() > 0 {
      turns += 1
    }
  }
}

// MARK: - Loops without a thread of their own: an actor's, which runs on changing threads

extension Loop {
  /// Makes a virtual loop that belongs to no thread: everything on it happens in ``asOwner(_:)``.
  ///
  /// `Task.sleep`, and sleeps of the system's clocks, also end there once the time has really passed,
  /// since such code does not use the clock that a test moves.
  package static func ownerless() -> Loop {
    let loop = Loop(kind: .virtual, threadID: ThreadFrame.freshID(), pump: TestPump())
    loop.timers.real = TimerHeap()
    return loop
  }

  /// Calls `bell`, on any thread, when something is due, until ``unserved(_:)``. Whoever gets the call then
  /// calls ``serve()``.
  package func served(by bell: @escaping @Sendable () -> Void) -> UInt64 {
    runner.testPump?.add(bell) ?? 0
  }

  package func unserved(_ number: UInt64) { runner.testPump?.remove(number) }

  /// Runs what is due for now, unless the loop is being run already.
  package func serve() {
    guard let turn = runner.testPump?.turn, turn.tryLock() else { return }
    defer { turn.unlock() }
    // Refused if the loop is being run further up the stack, which runs what is due.
    asOwner { tally.servedJobs += (try? dispatch(timeoutMilliseconds: 0)) ?? 0 }
  }

  /// Whether it was made by ``ownerless()``.
  package var isOwnerless: Bool { timers.real != nil }

  /// Runs `body` on behalf of the loop's thread.
  ///
  /// For a loop that was made ownerless. One thread at a time: others wait.
  @usableFromInline
  package func asOwner<Result>(_ body: () throws -> Result) rethrows -> Result {
    let turn = runner.testPump?.turn
    turn?.lock()
    defer { turn?.unlock() }
    let frame = ThreadFrame.current
    let real = frame.exchangeID(with: threadID)
    defer { _ = frame.exchangeID(with: real) }
    return try body()
  }
}
