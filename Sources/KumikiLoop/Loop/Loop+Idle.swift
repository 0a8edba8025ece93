// Queries for a host that is about to wait.

extension Loop {
  /// True if nothing is due and no other thread has work under way. Always false on another thread.
  ///
  /// Future timers leave a loop idle, as in ``runUntilIdle(timeoutMilliseconds:)``.
  public var isIdle: Bool {
    isCurrentThread && !hasQueued && !timers.hasDue(by: time) && !inbox.hasPending
  }

  /// How far the clock must move until the next timer is due: 0 if one is due, nil without timers. In nanoseconds.
  public var nanosecondsUntilTimer: UInt64? {
    guard isCurrentThread, !isClosed else { return nil }
    return timers.hasDue(by: time) ? 0 : timers.left(by: time)
  }

  /// How long a wait may last before there is something to dispatch: 0 if something is due now, nil if nothing will
  /// become due without further input. In milliseconds, rounded up, as for `poll`.
  public var timeoutMilliseconds: Int32? {
    guard isCurrentThread, !isClosed else { return nil }
    if hasQueued || queue.wasWoken || timers.hasDue(by: time) { return 0 }
    guard kind == .live, let nanoseconds = timers.left(by: time) else { return nil }
    return Int32(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1))
  }
}
