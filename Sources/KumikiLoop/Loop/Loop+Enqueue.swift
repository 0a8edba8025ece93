// How work gets into a loop: from its own thread without a lock, from others through the inbox.

extension Loop {
  /// Runs `work` at the next dispatch, in the order of the calls.
  ///
  /// Any thread. A closed loop does not take the work: it is released on the posting thread.
  /// - Returns: false if the loop has closed.
  @discardableResult
  public func post(_ work: sending @escaping () -> Void) -> Bool {
    accept(.work(work))
  }

  /// Runs `work` at the next dispatch, but after its turn: `work` may run the loop again, to any depth.
  ///
  /// For calls that return only when the user has answered, such as a modal dialog with a main loop of its
  /// own. Any thread; otherwise as ``post(_:)``.
  /// - Returns: false if the loop has closed.
  @discardableResult
  public func postOutside(_ work: sending @escaping () -> Void) -> Bool {
    accept(.outside(work))
  }

  /// Runs `work` on the loop's thread: now if this is that thread, else as ``post(_:)`` does.
  ///
  /// Any thread. For work that ends something of the loop's: a closed loop has ended it already.
  package func onOwnThread(_ work: @escaping @Sendable () -> Void) {
    if isCurrentThread { work() } else { post(work) }
  }

  /// Runs `work`, which ends something of the loop's, as ``onOwnThread(_:)`` does. In the child of a `fork` there is
  /// one thread, which runs it.
  package func endOnOwnThread(_ work: @escaping @Sendable () -> Void) {
    if inbox.isOurs { onOwnThread(work) } else { work() }
  }

  /// Runs `work` at the next dispatch, never in the current one. Owner thread only.
  package func nextTurn(_ work: @escaping () -> Void) {
    assert(isCurrentThread)
    accept(.work(work))
  }

  /// Begins an effect at the next dispatch, never in the current one. Owner thread only.
  package func begin(_ effect: any QueuedEffect) {
    assert(isCurrentThread)
    accept(.effect(effect))
  }

  /// Takes an item. Returns false, and drops the item, if the loop has closed. Any thread.
  @discardableResult
  private func accept(_ item: LoopItem) -> Bool {
    guard isCurrentThread else { return inbox.accept(item) }
    guard stage.phase == .open else { return false }
    append(item)
    return true
  }

  /// Ends a blocking dispatch, or keeps the next one from blocking. Any thread.
  /// - Returns: false if the loop has closed.
  @discardableResult
  public func wakeup() -> Bool { !isClosed && inbox.wakeup() }

  /// Notes that work has begun on another thread, which will post its results. Any thread.
  package func retainPending() { inbox.retainPending() }

  /// Notes that such work has ended, after it has posted its results. Any thread.
  package func releasePending() { inbox.releasePending() }

  /// Takes a job of the Swift runtime. Any thread.
  func accept(_ job: UnownedJob, as role: JobRole) {
    let item = LoopItem.job(job, role)
    if isCurrentThread {
      if stage.isDispatching { return queue.followOns.append(item) }
      if stage.phase != .closed { return append(item) }
    } else if inbox.accept(item) {
      return
    }
    acceptAdrift(item)
  }

  /// Takes a job that is to run `delay` nanoseconds from now. Any thread.
  func accept(_ job: UnownedJob, as role: JobRole, after delay: UInt64) {
    if isCurrentThread, stage.phase != .closed {
      scheduleJob(job, role, after: delay)
    } else if isCurrentThread || !inbox.accept(.delayedJob(job, role, delay: delay)) {
      acceptAdrift(.job(job, role))
    }
  }

  /// Releases effects that ended before their turn in the queue came.
  package func letGoOfEnded() { withExtendedLifetime(queue.takeEnded()) {} }

  /// Puts an item at the end of the queue, behind what other threads handed over before.
  func append(_ item: consuming LoopItem) {
    if !inbox.isEmpty { takeInbox() }
    queue.append(item)
    if !stage.isDispatching { showWork() }
  }

  /// Moves what other threads handed over into the queue.
  func takeInbox() {
    let (items, wakeup) = inbox.take()
    if wakeup { queue.wasWoken = true }
    for item in items {
      if case .delayedJob(let job, let role, let delay) = item {
        scheduleJob(job, role, after: delay)
      } else {
        queue.append(item)
      }
    }
  }

  /// True if something would run if the loop were dispatched now, timers aside.
  var hasQueued: Bool { queue.hasMore || !inbox.isEmpty }
}
