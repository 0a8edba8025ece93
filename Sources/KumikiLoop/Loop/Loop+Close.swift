// The end of a loop.
//
// Closures are dropped. Jobs of the Swift runtime are not dropped: each is the next step of a task, and a task
// without its next step is never freed. Therefore `close` lets the tasks that its stores have cancelled unwind, and
// later work of a task still reaches this thread:
//
// - A task that prefers the loop keeps it alive. A job that arrives after the close waits, and runs when the thread
//   next ends a dispatch of another loop, or when the thread ends.
// - A job that names no loop, or a job of the main actor, goes to another loop or waits for the next new loop.

extension Loop {
  /// Ends the loop: its stores end, and posts, timers and effects that have not begun are dropped.
  ///
  /// Inside a callback of the loop, the call ends the stores immediately (a busy store at the end of its burst), and
  /// the loop when the outermost call on it returns. On another thread, on a closed loop and in the child of a `fork`
  /// the call does nothing. Tasks on the loop that were not cancelled run until they have to wait, and their sleeps
  /// end early. ``main`` cannot be closed: it lives as long as the process.
  ///
  /// - Complexity: O(*n*) in the number of queued work items and timers.
  public func close() {
    guard isCurrentThread, stage.phase == .open, !isMainActors else { return }
    stage.isCloseRequested = true
    stage.waitsForRest = true
    if stage.isBusy || stage.runDepth > 0 { endMembers() } else { finishClose() }
  }

  /// Closes the loop in place of its thread, which has ended.
  func threadEnds() {
    guard stage.phase == .open, !stage.isBusy, stage.runDepth == 0 else { return }
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

  /// Returns a closed loop that belongs to no thread.
  package static func ended() -> Loop {
    let loop = Loop(kind: .live, threadID: ThreadFrame.freshID())
    loop.stage.phase = .closed
    _ = loop.inbox.close()
    return loop
  }

  /// Called when the outermost callback has returned, if something waits for that.
  @usableFromInline
  func activityEnded() {
    // The functions that are called may release the last other reference.
    let held = Uncounted.retained(self)
    defer { held.release() }
    if !stage.isDispatching, stage.phase == .open, inbox.isOurs { becomeIdle() }
  }

  /// Calls a function once when no callback of the loop is running: at the end of the iteration, or when a call from
  /// outside an iteration returns. If the loop closes first, the function is dropped.
  package func whenIdle(_ work: @escaping () -> Void) {
    stage.resting.append(work)
    stage.waitsForRest = true
  }

  /// Called when no callback is running any more. Calls the waiting functions, shows the descriptor again, and closes
  /// the loop if the close had to wait.
  func becomeIdle() {
    while isUsable, let work = stage.resting.popFirst() { work() }
    guard inbox.isOurs else { return }
    settleDescriptor()
    stage.waitsForRest = stage.isCloseRequested
    if stage.isCloseRequested, stage.runDepth == 0 { finishClose() }
  }

  func finishClose() {
    stage.phase = .closing
    inbox.beginClose()
    // From here on no job is sent to this loop. The next loop's thread becomes the main actor's.
    LoopRegistry.remove(inbox)
    endMembers()
    finishWorkers()
    let due = queue.due
    queue.due.removeAll()
    queue.deferred.removeAll()
    queue.outside.removeAll()
    stage.resting.removeAll()
    queue.cancelled = 0
    let left = timers.removeAll()
    timers.real = nil
    timers.others = nil
    runner.testPump?.stop()
    for item in left.map(LoopItem.timer) + due { dismantle(item, keep) }
    for item in inbox.close() { dismantle(item, keep) }
    runJobs()
    stage.phase = .closed
    let frame = ThreadFrame.current
    frame.pointee.loops?.forgetClosed()
    frame.pointee.loops?.tests.removeAll { $0 === self }
    descriptor = nil
    issues.handler = nil
    if !queue.followOns.isEmpty { ClosedLoopsWithJobs.add(self) }
  }

  /// Drops an item's closure, ends a sleep, and passes a job to `takeJob` with the rest of its delay.
  @inline(never)
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
      queue.due.append(.job(job, role))
    case .global, .main:
      LoopRegistry.route(
        delay > 0 ? .delayedJob(job, role, delay: delay) : .job(job, role), role: role)
    }
  }

  // MARK: - Jobs of a closed loop

  /// Runs the queued jobs and the jobs that follow from them, on the loop's thread, for a limited number of rounds.
  private func runJobs() {
    let frame = ThreadFrame.current
    let outer = frame.pointee.running
    frame.pointee.dispatching = Uncounted(self)
    defer { frame.pointee.running = outer }
    stage.isDispatching = true
    queue.followAll()
    var allowance = TurnAllowance()
    _ = runFollowOns(&allowance)
    stage.isDispatching = false
  }

  /// Accepts a job for a loop that has closed. Usable on any thread.
  func acceptAfterClose(_ item: LoopItem) {
    if inbox.acceptAfterClose(item) { ClosedLoopsWithJobs.add(self) }
  }

  /// Runs the jobs that arrived after the close. For the owner thread, while it does nothing else.
  @inline(never)
  func runJobsAfterClose() {
    queue.due.append(contentsOf: inbox.takeJobsAfterClose())
    runJobs()
    if !queue.followOns.isEmpty { ClosedLoopsWithJobs.add(self) }
  }

  /// Called when the last reference is released and the loop was not closed. Usable on any thread.
  ///
  /// No task that prefers the loop is left, since such a task would hold a reference. Jobs that name no loop may be
  /// left, and sleeps of ended tasks, which own a little memory.
  func abandon() {
    guard inbox.isOurs else { return }
    LoopRegistry.remove(inbox)
    let left = timers.removeAll().map(LoopItem.timer)
    for item in inbox.close() + queue.due + left { dismantle(item, release) }
  }

  private func release(_ job: UnownedJob, _ role: JobRole, _: UInt64) {
    if role == .main {
      LoopRegistry.route(.job(job, role), role: role)
    } else {
      globalConcurrentExecutor.enqueue(ExecutorJob(job))
    }
  }
}
