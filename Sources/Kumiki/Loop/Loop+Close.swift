// The end of a loop.
//
// Closures are dropped. Jobs of the Swift runtime are not: each is the next step of a task, and a
// task whose step never comes is never freed. So `close` lets the tasks that its stores have
// cancelled unwind, and what a task does later finds its way back to this thread:
//
// - A task that prefers the loop keeps it alive. A job that comes after the close waits, and runs
//   when the thread next ends a dispatch of another loop, or when the thread ends.
// - A stray or main-actor job goes to another loop, or waits for the next one to be made.

extension Loop {
  /// Ends the loop: its stores end, and posts, timers and effects that have not begun are dropped.
  ///
  /// Inside a callback of the loop its stores end at once, one that is at work with its burst, and the
  /// loop goes when the outermost call on it returns. On another thread, on a closed loop and in the
  /// child of a `fork` nothing happens. Tasks on the loop that nobody cancelled go on as far as they get
  /// without waiting, and their sleeps end early.
  ///
  /// - Complexity: O(*n*) in the work that is queued and the timers that are set.
  public func close() {
    guard isCurrentThread, phase == .open else { return }
    isCloseRequested = true
    waitsForRest = true
    if isBusy || runDepth > 0 { runCloseHandlers() } else { finishClose() }
  }

  /// Called when the outermost callback has returned and something waits for that.
  @usableFromInline
  func activityEnded() {
    if !isDispatching, phase == .open, inbox.isOurs { comeToRest() }
  }

  /// Called when no callback runs any more: shows the descriptor again, and closes a loop whose close was
  /// put off.
  func comeToRest() {
    settleDescriptor()
    waitsForRest = isCloseRequested
    if isCloseRequested, runDepth == 0 { finishClose() }
  }

  func finishClose() {
    phase = .closing
    inbox.beginClose()
    // From here on no job is sent to this loop; the next loop's thread becomes the main actor's.
    LoopRegistry.remove(inbox)
    runCloseHandlers()
    let due = queue
    queue.removeAll()
    outside.removeAll()
    cancelledInQueue = 0
    for timer in held + timers.removeAll() { dismantle(timer) }
    held = []
    realTimers = nil
    for item in due { dismantle(item) }
    for item in inbox.close() { dismantle(item) }
    runJobs()
    phase = .closed
    ThreadFrame.current.pointee.forgetClosedLoops()
    descriptor = nil
    onIssue = nil
    if !followOns.isEmpty { LoopRegistry.addAdrift(self) }
  }

  /// Drops an item's closure, keeps a job that is this loop's to run, and sends others away.
  private func dismantle(_ item: LoopItem) {
    switch item {
    case .work, .outside: break
    case .effect(let entry): entry.with { $0.leaveQueue(begins: false) }
    case .timer(let timer): dismantle(timer)
    case .job(let job, let role): keep(job, role)
    case .delayedJob(let job, let role, let delay): keep(job, role, delay: delay)
    }
  }

  private func dismantle(_ timer: LoopTimer) {
    guard let work = timer.work else { return }
    timer.work = nil
    switch work {
    case .run: break
    case .wake(let sleeper): sleeper.cancel()
    case .job(let job, let role):
      keep(job, role, delay: timer.deadline > now ? timer.deadline - now : 0)
    }
  }

  private func keep(_ job: UnownedJob, _ role: JobRole, delay: UInt64 = 0) {
    switch role {
    case .preferring, .isolated, .wake:
      queue.append(.job(job, role))
    case .stray, .main:
      LoopRegistry.route(
        delay > 0 ? .delayedJob(job, role, delay: delay) : .job(job, role), role: role)
    }
  }

  // MARK: - Jobs of a closed loop

  /// Runs the queued jobs and what they lead to, on the loop's thread, for a bounded number of
  /// rounds.
  private func runJobs() {
    let frame = ThreadFrame.current
    let outer = frame.pointee.dispatching
    frame.pointee.dispatching = Uncounted(self)
    defer { frame.pointee.dispatching = outer }
    isDispatching = true
    followOns.append(contentsOf: queue)
    queue.removeAll()
    var rounds = 1_000
    _ = runFollowOns(&rounds)
    isDispatching = false
  }

  /// A job for a loop that has closed. Any thread.
  func acceptAdrift(_ item: LoopItem) {
    if inbox.acceptAdrift(item) { LoopRegistry.addAdrift(self) }
  }

  /// Runs what has come in since the close. Owner thread, outside everything else.
  func runAdrift() {
    queue.append(contentsOf: inbox.takeAdrift())
    runJobs()
    if !followOns.isEmpty { LoopRegistry.addAdrift(self) }
  }

  /// Called when the last reference is released and the loop was not closed. Any thread.
  ///
  /// No task that prefers the loop is left, since it would hold a reference. Stray jobs may be, and
  /// sleeps of tasks that have ended meanwhile, which own a little memory.
  func abandon() {
    guard inbox.isOurs else { return }
    LoopRegistry.remove(inbox)
    for item in inbox.close() { release(item) }
    for item in queue { release(item) }
    for timer in held + timers.removeAll() { release(.timer(timer)) }
  }

  private func release(_ item: LoopItem) {
    switch item {
    case .work, .outside: break
    case .effect(let entry): entry.with { $0.leaveQueue(begins: false) }
    case .job(let job, let role), .delayedJob(let job, let role, _): release(job, role)
    case .timer(let timer):
      if case .job(let job, let role) = timer.work { release(job, role) }
    }
  }

  private func release(_ job: UnownedJob, _ role: JobRole) {
    if role == .main {
      LoopRegistry.route(.job(job, role), role: role)
    } else {
      globalConcurrentExecutor.enqueue(ExecutorJob(job))
    }
  }
}
