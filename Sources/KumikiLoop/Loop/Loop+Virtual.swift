/// A change of the clocks of a virtual loop, in nanoseconds.
package enum ClockMove {
  case advance(UInt64), suspend(UInt64), date(Int64)
}

extension Loop {
  /// The maximum number of iterations at one point of virtual time.
  private static var turnsPerDeadline: Int { 100_000 }

  /// Moves a virtual clock forward, and runs the work that becomes due on the way.
  ///
  /// First the work that is already due runs. Then, deadline by deadline, the clock is set, the timers of that time
  /// fire in the order they were set, and everything that they trigger runs. A sleep that begins on the way thus ends
  /// on the way if it is due by the end. Work that keeps producing new work is given up after 100 000 iterations at
  /// one time, or after effects have sent as many actions without waiting as a burst may have (``burstLimit``); the
  /// rest stays due. The clock stops at its greatest value instead of overflowing.
  ///
  /// - Throws: ``LoopError/notVirtual``, ``LoopError/wrongThread``, ``LoopError/closed``, ``LoopError/busy`` inside a
  ///   callback.
  ///
  /// - Complexity: O(*k* log *n*) for *k* timers that become due among *n*, plus the work that they do.
  public func advance(by nanoseconds: UInt64) throws(LoopError) {
    try move(.advance(nanoseconds))
  }

  /// Never moves the clock back: a function that was called after an iteration may have moved the clock further.
  private func moveClock(to target: UInt64) { time.move(to: max(now, target)) }

  /// The deadline of the next timer; nil if no timer is set.
  package var nextDeadline: UInt64? { timers.held.isEmpty ? timers.own.next : now }

  /// Suspends the virtual machine for a time, and wakes it.
  ///
  /// First the work that is due runs. The loop's clock stands during the suspend; the date and the timers that count the
  /// suspend (`Effect.countingSleep()`) move on. Then the timers that are late fire, in the order of their due times, and
  /// the effects that are notified of a wake (`Effect.woken(_:)`) send their actions.
  ///
  /// - Throws: The errors of ``advance(by:)``.
  public func suspend(for nanoseconds: UInt64) throws(LoopError) {
    try move(.suspend(nanoseconds))
  }

  /// Sets the virtual date, in nanoseconds since 1970. A negative date counts as 0.
  ///
  /// First the work that is due runs. Then the timers whose date has passed fire, in the order of their dates, and the
  /// effects that are notified of the change (`Effect.clockSet(_:)`) send their actions.
  ///
  /// - Throws: The errors of ``advance(by:)``.
  public func setDate(_ date: Int64) throws(LoopError) { try move(.date(date)) }

  package func move(_ move: ClockMove) throws(LoopError) {
    guard kind == .virtual else { throw .notVirtual }
    try enter(0)
    defer { leave() }
    let start = now
    if case .advance = move { releaseHeld() }
    runAllDue()
    switch move {
    case .advance(let nanoseconds): advance(to: start.addingClamped(nanoseconds))
    case .suspend(let nanoseconds): moveDate(by: Int64(clamping: nanoseconds), .woken)
    case .date(let date): moveDate(by: max(0, date) - wallClock, .clockSet)
    }
  }

  private func advance(to target: UInt64) {
    while isUsable, let deadline = timers.own.next, deadline <= target {
      moveClock(to: deadline)
      runAllDue()
    }
    if isUsable { moveClock(to: target) }
  }

  @inline(never)
  private func moveDate(by distance: Int64, _ event: TimerClock) {
    guard isUsable else { return }
    let isSuspend = event == .woken
    time.moveDate(by: distance, isSuspend: isSuspend)
    timers.clocksMoved(by: distance, at: now) {
      $0.clock == .date || $0.clock == .continuous && isSuspend
    }
    if let others = timers.others { fire(others.listeners(to: event)) }
    runAllDue()
  }

  @inline(never)
  private func runAllDue() {
    var turns = 0
    let sends = tally.unwaitedSends
    while isUsable, turns < Self.turnsPerDeadline, !exceedsSendLimit(since: sends), turn() > 0 {
      turns += 1
    }
  }
}

// MARK: - Loops without a thread of their own, such as an actor's loop, which runs on changing threads

extension Loop {
  /// Makes a virtual loop that belongs to no thread: all of its code runs in ``asOwner(_:)``.
  ///
  /// `Task.sleep`, and sleeps on the system's clocks, also end there once the time has really passed, since such code
  /// does not use the clock that a test moves.
  package static func ownerless() -> Loop {
    let loop = Loop(kind: .virtual, threadID: ThreadFrame.freshID(), pump: TestPump())
    loop.timers.real = TimerHeap()
    return loop
  }

  /// Calls `bell`, on any thread, when something is due, until ``unserved(_:)``. The receiver of the call then calls
  /// ``serve()``.
  package func served(by bell: @escaping @Sendable () -> Void) -> UInt64 {
    runner.testPump?.add(bell) ?? 0
  }

  package func unserved(_ number: UInt64) { runner.testPump?.remove(number) }

  /// Runs the work that is due now, unless the loop is already running.
  package func serve() {
    guard let turn = runner.testPump?.turn, turn.tryLock() else { return }
    defer { turn.unlock() }
    // Refused if the loop is running further up the stack, where it runs the due work.
    asOwner { tally.servedJobs += (try? dispatch(timeoutMilliseconds: 0)) ?? 0 }
  }

  /// Whether ``ownerless()`` made the loop.
  package var isOwnerless: Bool { timers.real != nil }

  /// Runs `body` on behalf of the loop's thread.
  ///
  /// For an ownerless loop. Only one thread at a time runs it: other threads wait.
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
