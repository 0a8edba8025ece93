extension Loop {
  /// Runs `work` once a clock has reached `deadline`, never inside this call. For the owner thread only.
  ///
  /// If the deadline has already passed, the work is queued for the next dispatch. Timers with equal deadlines fire
  /// in the order they were set.
  /// - Parameter isTick: Whether the timer is a tick of a repeating timer; see ``LoopTimer/isTick``.
  /// - Complexity: O(log *n*) in the number of timers.
  @discardableResult
  package func schedule(
    at deadline: UInt64, by clock: TimerClock = .own, isTick: Bool = false,
    _ work: @escaping () -> Void
  ) -> LoopTimer {
    schedule(at: deadline, by: clock, isTick: isTick, item: .work(work))
  }

  /// Begins delayed work at `deadline`, or earlier if the program finishes; see ``schedule(at:_:)``.
  package func schedule(
    at deadline: UInt64, by clock: TimerClock = .own, _ work: any DelayedWork
  ) -> LoopTimer {
    schedule(at: deadline, by: clock, isTick: false, item: .begin(work))
  }

  @inline(never)
  private func schedule(
    at deadline: UInt64, by clock: TimerClock, isTick: Bool, item: LoopItem
  ) -> LoopTimer {
    var (deadline, isOwn) = (deadline, clock == .own)
    // A virtual loop has one order of timers.
    if kind == .virtual, clock == .date || clock == .continuous {
      let now = time.now(by: clock)
      (deadline, isOwn) = (deadline > now ? self.deadline(after: deadline - now) : 0, true)
    }
    return schedule(
      LoopTimer(deadline: deadline, by: clock, isOwn: isOwn, work: item, isTick: isTick))
  }

  /// Queues the work of timers that fire at events, which may be cancelled until it runs.
  func fire(_ listeners: [LoopTimer]) {
    for timer in listeners { nextTurn { if case .work(let work)? = timer.work { work() } } }
  }

  /// Cancels a timer and releases its work immediately. Does nothing if the timer has fired. For the owner thread
  /// only.
  /// - Complexity: O(log *n*), amortised.
  package func cancel(_ timer: LoopTimer) {
    // In the child of a fork the timer is only released: the descriptor is shared with the parent.
    guard inbox.isOurs else { return timer.work = nil }
    // In the child of a fork the thread has another id, and the program may still free handles there.
    assert(isCurrentThread || isClosed)
    guard let work = timer.work else { return }
    timer.work = nil
    if !timers.cancelled(timer) { queue.cancelled += 1 }
    if !stage.isDispatching { showWork() }
    // Released last, since the release may run code that calls this again.
    withExtendedLifetime(work) {}
  }

  @discardableResult
  func schedule(_ timer: LoopTimer) -> LoopTimer {
    assert(isCurrentThread)
    guard stage.phase == .open else {
      timer.work = nil
      return timer
    }
    let now = timer.isOwn ? now : time.now(by: timer.clock)
    if timer.deadline <= now, !timer.isTick || kind == .virtual {
      append(.timer(timer))
    } else {
      timers.insert(timer)
      if !stage.isDispatching { showWork() }
    }
    return timer
  }

  /// Schedules a sleep on a clock that a test moves. A sleep that is due at the current time waits for the next
  /// `advance`, even by 0.
  func hold(_ timer: LoopTimer) {
    guard timer.deadline == now, stage.phase == .open else { return _ = schedule(timer) }
    timers.hold(timer)
  }

  /// Queues the held timers, because the clock is being moved.
  func releaseHeld() {
    for timer in timers.takeHeld() { append(.timer(timer)) }
  }

  /// Schedules the end of a `Task.sleep`.
  func scheduleJob(_ job: UnownedJob, _ role: JobRole, after delay: UInt64) {
    scheduleJob(job, role, at: System.monotonic.addingClamped(delay))
  }

  /// Schedules the end of a `Task.sleep` at a time of the system's monotonic clock. On a virtual loop the remaining
  /// time is rounded up to whole milliseconds: the runtime passes an absolute time, so the remainder differs each
  /// time.
  func scheduleJob(_ job: UnownedJob, _ role: JobRole, at due: UInt64) {
    // The clock of a closing loop no longer moves, so a sleep ends immediately.
    guard stage.phase == .open else { return accept(job, as: role) }
    let timer = LoopTimer(deadline: ownDeadline(at: due), work: .job(job, role))
    schedule(timer)
    endInRealTime(timer, at: due)
  }

  private func ownDeadline(at due: UInt64) -> UInt64 {
    if kind == .live { return time.own(of: due) }
    let (now, millisecond): (UInt64, UInt64) = (System.monotonic, 1_000_000)
    let left = due > now ? due - now : 0
    if left > .max - millisecond { return .max }
    return deadline(after: (left + millisecond - 1) / millisecond * millisecond)
  }

  /// Makes a timer fire at a real time, unless its clock reaches the deadline first.
  private func endInRealTime(_ timer: LoopTimer, at due: UInt64) {
    guard timers.real != nil else { return }
    let real = LoopTimer(
      deadline: due,
      work: .work { [unowned self] in
        guard let work = timer.work else { return }
        cancel(timer)
        if case .job(let job, let role) = work { run(job, as: role) }
      })
    timers.real!.insert(real)
    if !stage.isDispatching { showWork() }
  }

  /// Returns the time of a clock in nanoseconds.
  package func time(by clock: TimerClock) -> UInt64 { time.now(by: clock) }

  package func deadline(after delay: UInt64) -> UInt64 { now.addingClamped(delay) }
}
