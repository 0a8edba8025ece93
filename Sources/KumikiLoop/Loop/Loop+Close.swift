// The end of a loop.
//
// Closures are dropped. Jobs of the Swift runtime are not: each is the next step of a task, and a task whose
// step never comes is never freed. So `close` lets the tasks that its stores have cancelled unwind, and work
// that comes from a task later still gets to this thread:
//
// - A task that prefers the loop keeps it alive. A job that comes after the close waits, and runs
//   when the thread next ends a dispatch of another loop, or when the thread ends.
// - A job that names no loop, or the main actor's, goes to another loop, or waits for the next one to be
//   made.

extension Loop {
  /// Ends the loop: its stores end, and posts, timers and effects that have not begun are dropped.
  ///
  /// Called inside a callback of the loop, it ends the stores at once (a busy one at the end of its burst),
  /// and the loop when the outermost call on it returns. On another thread, on a closed loop and in the child
  /// of a `fork` it does nothing. Tasks on the loop that nobody cancelled run until they have to wait, and
  /// their sleeps end early. ``main`` cannot be closed: it lives as long as the process.
  ///
  /// - Complexity: O(*n*) in the work that is queued and the timers that are set.
  public func close() {
    guard isCurrentThread, phase == .open, !isMainActors else { return }
    isCloseRequested = true
    waitsForRest = true
    if isBusy || runDepth > 0 { endMembers() } else { finishClose() }
  }

  /// Closes it in place of its thread, which has ended.
  func threadEnds() {
    guard phase == .open, !isBusy, runDepth == 0 else { return }
    if hasQueued {
      report(
        Issue(
          code: .offThread,
          message: "a thread has ended that did not run its loop; what was due there is dropped. "
            + "Run the loop on its thread, with Loop.run or dispatch, or make the store on the main "
            + "actor"))
    }
    close()
  }

  /// A loop that has closed, and that belongs to no thread.
  package static func ended() -> Loop {
    let loop = Loop(kind: .live, threadID: ThreadFrame.freshID())
    loop.phase = .closed
    _ = loop.inbox.close()
    return loop
  }

  /// Called when the outermost callback has returned, if something waits for that.
  @usableFromInline
  func activityEnded() {
    if !isDispatching, phase == .open, inbox.isOurs { comeToRest() }
  }

  /// Calls a function once when no callback of the loop is running: at the end of the turn, or when a call from outside
  /// of a turn returns. A loop that closes first drops it.
  package func whenAtRest(_ work: @escaping () -> Void) {
    resting.append(work)
    waitsForRest = true
  }

  /// Called when no callback runs any more: does what waits for that, shows the descriptor again, and closes the loop if
  /// that had to wait.
  func comeToRest() {
    while isUsable, let work = resting.popFirst() { work() }
    guard inbox.isOurs else { return }
    settleDescriptor()
    waitsForRest = isCloseRequested
    if isCloseRequested, runDepth == 0 { finishClose() }
  }

  func finishClose() {
    phase = .closing
    inbox.beginClose()
    // From here on no job is sent to this loop; the next loop's thread becomes the main actor's.
    LoopRegistry.remove(inbox)
    endMembers()
    finishWorkers()
    let due = queue
    queue.removeAll()
    deferred.removeAll()
    outside.removeAll()
    resting.removeAll()
    cancelledInQueue = 0
    let timers = removeAllTimers()
    held = []
    realTimers = nil
    dateAlarm = nil
    testPump?.stop()
    for item in timers.map(LoopItem.timer) + due { dismantle(item, keep) }
    for item in inbox.close() { dismantle(item, keep) }
    runJobs()
    phase = .closed
    let frame = ThreadFrame.current
    frame.pointee.forgetClosedLoops()
    frame.pointee.testLoops.removeAll { $0 === self }
    descriptor = nil
    issueHandler = nil
    if !followOns.isEmpty { LoopRegistry.addAdrift(self) }
  }

  /// Drops an item's closure, ends a sleep, and hands a job to `takeJob` with what is left of its delay.
  private func dismantle(
    _ item: LoopItem, _ takeJob: (UnownedJob, JobRole, _ delay: UInt64) -> Void
  ) {
    switch item {
    case .work, .outside, .effect, .begin: break
    case .wake(let sleeper): sleeper.cancel()
    case .message(let message): message.drop()
    case .job(let job, let role): takeJob(job, role, 0)
    case .delayedJob(let job, let role, let delay): takeJob(job, role, delay)
    case .timer(let timer):
      guard let work = timer.work.take() else { return }
      dismantle(work) { job, role, _ in
        takeJob(job, role, timer.deadline > now ? timer.deadline - now : 0)
      }
    }
  }

  private func keep(_ job: UnownedJob, _ role: JobRole, _ delay: UInt64) {
    switch role {
    case .preferring, .isolated, .wake:
      queue.append(.job(job, role))
    case .global, .main:
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
    var allowance = TurnAllowance()
    _ = runFollowOns(&allowance)
    isDispatching = false
  }

  /// Takes a job for a loop that has closed. Any thread.
  func acceptAdrift(_ item: LoopItem) {
    if inbox.acceptAdrift(item) { LoopRegistry.addAdrift(self) }
  }

  /// Runs the jobs that have come in since the close. Owner thread, while it does nothing else.
  func runAdrift() {
    queue.append(contentsOf: inbox.takeAdrift())
    runJobs()
    if !followOns.isEmpty { LoopRegistry.addAdrift(self) }
  }

  /// Called when the last reference is released and the loop was not closed. Any thread.
  ///
  /// No task that prefers the loop is left, since it would hold a reference. Jobs that name no loop may be
  /// left, and sleeps of tasks that have ended, which own a little memory.
  func abandon() {
    guard inbox.isOurs else { return }
    LoopRegistry.remove(inbox)
    let timers = removeAllTimers().map(LoopItem.timer)
    for item in inbox.close() + queue + timers { dismantle(item, release) }
  }

  private func removeAllTimers() -> [LoopTimer] {
    held + timers.removeAll() + dated.removeAll()
  }

  private func release(_ job: UnownedJob, _ role: JobRole, _: UInt64) {
    if role == .main {
      LoopRegistry.route(.job(job, role), role: role)
    } else {
      globalConcurrentExecutor.enqueue(ExecutorJob(job))
    }
  }
}
