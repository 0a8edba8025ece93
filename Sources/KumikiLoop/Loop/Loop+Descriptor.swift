extension Loop {
  /// The descriptor to wait for: readable while something is due, timers included.
  ///
  /// Made when first asked for and the same for the loop's life. Watch it, do not read or close it. It is -1
  /// on another thread, for a closed loop, and if the system has no descriptor left.
  public var fileDescriptor: Int32 {
    guard isCurrentThread, !isClosed else { return -1 }
    if let descriptor { return descriptor.poll }
    guard let made = try? LoopDescriptor(event: inbox.watch()) else { return -1 }
    descriptor = made
    settleDescriptor()
    return made.poll
  }

  /// Keeps the descriptor in step with work added or taken away outside a dispatch.
  func showWork() {
    descriptor?.update(inbox, hasWork: hasQueued || queue.wasWoken, nextTimer: timerMoment)
    showDate()
    runner.pump?.update(hasWork: hasQueued || queue.wasWoken, nextTimer: timerMoment)
  }

  /// Has the descriptor readable when the next timer is due by the date.
  private func showDate() {
    guard let alarm = timers.alarm, let descriptor, !descriptor.isMuted else { return }
    alarm.set(to: timers.dated.next)
    alarm.watch(by: descriptor.poll)
  }

  /// Keeps the descriptor unreadable until the callback that makes dispatching impossible has returned.
  func muteDescriptor() {
    guard let descriptor else { return }
    descriptor.mute(inbox)
    timers.alarm?.set(to: nil)
    stage.waitsForRest = true
  }

  /// Keeps the descriptor in step with what a dispatch, or a callback in its way, has left.
  func settleDescriptor() {
    descriptor?.settle(inbox, hasWork: hasQueued || queue.wasWoken, nextTimer: timerMoment)
    showDate()
    runner.pump?.update(hasWork: hasQueued || queue.wasWoken, nextTimer: timerMoment)
  }

  /// The next deadline on the system's clock; on a virtual loop, whose clock does not move by itself, that of
  /// what ends there in real time. Nil for none.
  private var timerMoment: UInt64? {
    kind == .live ? nextMoment : timers.real?.next
  }

  /// When the next timer that has to end a wait is due, by the system's monotonic clock.
  var nextMoment: UInt64? { timers.nextMoment(by: time, hasAlarm: runner.pump == nil) }
}
