// Adds work to a loop: from the loop's own thread without a lock, from other threads through the inbox.

extension Loop {
  /// Runs `work` at the next dispatch, in the order of the calls.
  ///
  /// Usable on any thread. A closed loop does not accept the work: it is released on the posting thread.
  /// - Returns: False if the loop has closed.
  @discardableResult
  public func post(_ work: sending @escaping () -> Void) -> Bool {
    accept(.work(work))
  }

  /// Runs `work` at the next dispatch, but after its iteration: `work` may run the loop again, to any depth.
  ///
  /// For calls that return only when the user has answered, such as a modal dialog with its own main loop. Usable on
  /// any thread. Otherwise like ``post(_:)``.
  /// - Returns: False if the loop has closed.
  @discardableResult
  public func postOutside(_ work: sending @escaping () -> Void) -> Bool {
    accept(.outside(work))
  }

  /// Runs `work` on the loop's thread: now if this is that thread, otherwise like ``post(_:)``.
  ///
  /// Usable on any thread. For work that ends a part of the loop: a closed loop has already ended it.
  package func onOwnThread(_ work: @escaping @Sendable () -> Void) {
    if isCurrentThread { work() } else { post(work) }
  }

  /// Runs `work`, which ends a part of the loop, like ``onOwnThread(_:)``. In the child of a `fork` there is only one
  /// thread, which runs the work.
  package func endOnOwnThread(_ work: @escaping @Sendable () -> Void) {
    if inbox.isOurs { onOwnThread(work) } else { work() }
  }

  /// Runs `work` at the next dispatch, never in the current one. For the owner thread only.
  @inline(never)
  package func nextTurn(_ work: @escaping () -> Void) {
    assert(isCurrentThread)
    accept(.work(work))
  }

  /// Starts an effect at the next dispatch, never in the current one. For the owner thread only.
  package func begin(_ effect: any QueuedEffect) {
    assert(isCurrentThread)
    if stage.phase == .open { append(.effect(effect)) }
  }

  /// Accepts an item. If the loop has closed, drops the item and returns false. Usable on any thread.
  @discardableResult
  private func accept(_ item: consuming LoopItem) -> Bool {
    guard isCurrentThread else { return inbox.accept(item) }
    guard stage.phase == .open else { return false }
    append(item)
    return true
  }

  /// Ends a blocking dispatch, or keeps the next one from blocking. Usable on any thread.
  /// - Returns: False if the loop has closed.
  @discardableResult
  public func wakeup() -> Bool { !isClosed && inbox.wakeup() }

  /// Records that another thread has started work and will post its results. Usable on any thread.
  package func retainPending() { inbox.retainPending() }

  /// Records that such work has ended, after it has posted its results. Usable on any thread.
  package func releasePending() { inbox.releasePending() }

  /// Accepts a job of the Swift runtime. Usable on any thread.
  func accept(_ job: UnownedJob, as role: JobRole) {
    let item = LoopItem.job(job, role)
    if isCurrentThread {
      if stage.isDispatching { return queue.followOns.append(item) }
      if stage.phase != .closed { return append(item) }
    } else if inbox.accept(item) {
      return
    }
    acceptAfterClose(item)
  }

  /// Accepts a job that is to run `delay` nanoseconds from now. Usable on any thread.
  func accept(_ job: UnownedJob, as role: JobRole, after delay: UInt64) {
    if isCurrentThread, stage.phase != .closed {
      scheduleJob(job, role, after: delay)
    } else if isCurrentThread || !inbox.accept(.delayedJob(job, role, delay: delay)) {
      acceptAfterClose(.job(job, role))
    }
  }

  /// Releases effects that ended before they could start.
  package func releaseEnded() { withExtendedLifetime(queue.takeEnded()) {} }

  /// Puts an item at the end of the queue, after the items that other threads have handed over.
  func append(_ item: consuming LoopItem) {
    if !inbox.isEmpty { takeInbox() }
    queue.append(item)
    if !stage.isDispatching { showWork() }
  }

  /// Moves the items that other threads have handed over into the queue.
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

  /// True if a dispatch would now run something other than a timer.
  var hasQueued: Bool { queue.hasMore || !inbox.isEmpty }
}
