// How work gets into a loop: from its own thread without a lock, from others through the inbox.

extension Loop {
  /// Runs `work` at the next dispatch, in the order of the calls.
  ///
  /// Any thread. Work that a closed loop is given is released where it was posted.
  /// - Returns: false if the loop has closed.
  @discardableResult
  public func post(_ work: sending @escaping () -> Void) -> Bool {
    accept(.work(work))
  }

  /// Runs `work` at the next dispatch, but outside of it: from there the loop may be run, to any depth.
  ///
  /// For what does not return before its user has answered, a modal dialog with a main loop of its own.
  /// Any thread; otherwise as ``post(_:)``.
  /// - Returns: false if the loop has closed.
  @discardableResult
  public func postOutside(_ work: sending @escaping () -> Void) -> Bool {
    accept(.outside(work))
  }

  /// Lets `work` happen on the loop's thread: now where this is that thread, else as ``post(_:)`` does.
  ///
  /// Any thread. For what ends something of the loop's: where the loop has closed, its end has done so.
  package func onOwnThread(_ work: @escaping @Sendable () -> Void) {
    if isCurrentThread { work() } else { post(work) }
  }

  /// Runs `work` at the next dispatch; called inside one, not in that one. Owner thread only.
  package func nextTurn(_ work: @escaping () -> Void) {
    assert(isCurrentThread)
    accept(.work(work))
  }

  /// Begins an effect at the next dispatch; called inside one, not in that one. Owner thread only.
  ///
  /// - Returns: false if the loop has closed: then the effect is in no queue.
  func begin(_ entry: EffectEntry) -> Bool {
    assert(isCurrentThread)
    return accept(.effect(Uncounted(entry)))
  }

  /// Takes an item that a loop drops if it has closed; false if it has. Any thread.
  @discardableResult
  private func accept(_ item: LoopItem) -> Bool {
    guard isCurrentThread else { return inbox.accept(item) }
    guard phase == .open else { return false }
    append(item)
    return true
  }

  /// Ends a blocking dispatch, or keeps the next one from blocking. Any thread.
  /// - Returns: false if the loop has closed.
  @discardableResult
  public func wakeup() -> Bool { !isClosed && inbox.wakeup() }

  /// Says that work has begun on another thread which will post what it finds. Any thread.
  package func retainPending() { inbox.retainPending() }

  /// Says that such work has ended; what it had to post was posted before. Any thread.
  package func releasePending() { inbox.releasePending() }

  /// Takes a job of the Swift runtime. Any thread.
  func accept(_ job: UnownedJob, as role: JobRole) {
    let item = LoopItem.job(job, role)
    if isCurrentThread {
      if isDispatching { return followOns.append(item) }
      if phase != .closed { return append(item) }
    } else if inbox.accept(item) {
      return
    }
    acceptAdrift(item)
  }

  /// Takes a job that is to run so many nanoseconds from now. Any thread.
  func accept(_ job: UnownedJob, as role: JobRole, after delay: UInt64) {
    if isCurrentThread, phase != .closed {
      scheduleJob(job, role, after: delay)
    } else if isCurrentThread || !inbox.accept(.delayedJob(job, role, delay: delay)) {
      acceptAdrift(.job(job, role))
    }
  }

  /// Lets go of effects that have ended before their turn in the queue came.
  func letGoOfEnded() {
    var ended: [Uncounted<EffectEntry>] = []
    for index in queue.indices {
      guard case .effect(let entry) = queue[index], entry.with({ $0.isFinished }) else { continue }
      // Something stays in its place, since a turn that is being run has counted what is due in it.
      queue[index] = .work {}
      ended.append(entry)
    }
    for entry in ended { entry.with { $0.leaveQueue(begins: false) } }
  }

  /// Puts an item at the end of the queue, behind what other threads handed over before.
  func append(_ item: consuming LoopItem) {
    if !inbox.isEmpty { takeInbox() }
    queue.append(item)
    if !isDispatching { showWork() }
  }

  /// Moves what other threads handed over into the queue.
  func takeInbox() {
    let (items, wakeup) = inbox.take()
    if wakeup { wasWoken = true }
    for item in items {
      if case .delayedJob(let job, let role, let delay) = item {
        scheduleJob(job, role, after: delay)
      } else {
        queue.append(item)
      }
    }
  }

  /// True if something would run if the loop were dispatched now, timers aside.
  var hasQueued: Bool {
    queue.count > cancelledInQueue || !outside.isEmpty || !inbox.isEmpty
  }
}
