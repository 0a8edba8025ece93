extension Loop {
  /// The descriptor to wait for. It is readable while something is due, including a timer.
  ///
  /// Made at the first request, and the same for the loop's life. Watch it, but do not read or close it. It is -1 on
  /// another thread, for a closed loop, and if the system has no descriptor left.
  public var fileDescriptor: Int32 {
    guard isCurrentThread, !isClosed else { return -1 }
    if let descriptor { return descriptor.poll }
    guard let made = try? LoopDescriptor(event: inbox.watch()) else { return -1 }
    descriptor = made
    settleDescriptor()
    return made.poll
  }

  /// Updates the descriptor after work was added or removed outside a dispatch.
  func showWork() {
    if isUnwatched { return }
    descriptor?.update(inbox, hasWork: hasQueued || queue.wasWoken, nextTimer: nextTimerDeadline)
    if let others = timers.others { show(others) }
    runner.pump?.update(hasWork: hasQueued || queue.wasWoken, nextTimer: nextTimerDeadline)
  }

  /// Makes the descriptor readable when the next timer of another clock is due.
  @inline(never)
  private func show(_ others: OtherTimers) {
    guard kind == .live, let descriptor, !descriptor.isMuted else { return }
    others.arm()
    others.watch(by: descriptor.poll)
  }

  /// Keeps the descriptor unreadable until the callback that prevents dispatching has returned.
  func muteDescriptor() {
    guard let descriptor else { return }
    descriptor.mute(inbox)
    timers.others?.disarm()
    stage.waitsForRest = true
  }

  /// Updates the descriptor for the work that a dispatch has left, or a callback that prevented one.
  func settleDescriptor() {
    if isUnwatched { return }
    descriptor?.settle(inbox, hasWork: hasQueued || queue.wasWoken, nextTimer: nextTimerDeadline)
    if let others = timers.others { show(others) }
    runner.pump?.update(hasWork: hasQueued || queue.wasWoken, nextTimer: nextTimerDeadline)
  }

  /// Whether neither a host nor a pump waits for the loop's work.
  private var isUnwatched: Bool { descriptor == nil && runner.pump == nil }

  /// The next deadline on the system's clock; nil for none. On a virtual loop, whose clock only the program moves,
  /// only real-time timers count.
  private var nextTimerDeadline: UInt64? {
    kind == .live ? nextTimerTime : timers.real?.next
  }

  /// When the next timer that has to end a wait is due, on the system's monotonic clock.
  var nextTimerTime: UInt64? { timers.nextTimerTime(by: time, hasAlarm: runner.pump == nil) }
}
