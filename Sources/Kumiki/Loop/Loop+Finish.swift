extension Loop {
  /// How often delayed work is begun that comes up meanwhile: what delays itself anew for ever is not
  /// waited for.
  private static var finishRounds: Int { 100 }

  /// Runs until all work is done, and begins now what is delayed, debounced or throttled.
  ///
  /// For the end of a program: what was asked for last is saved, without waiting for the pause that a
  /// debounce makes. What is begun is waited for until it has ended; so is blocking work. Other effects
  /// that wait for the world, sleeping tasks and repeating timers are left as they are, and the loop goes
  /// on afterwards. Never moves a virtual clock.
  ///
  /// - Parameter timeoutMilliseconds: the longest time to spend; 0 never waits, -1 sets no limit.
  /// - Throws: as ``dispatch(timeoutMilliseconds:)``; ``LoopError/timeout``, also where work still delays
  ///   itself after so many rounds; ``LoopError/closed`` if a callback closed the loop first.
  public func finish(timeoutMilliseconds: Int) throws(LoopError) {
    try enter(timeoutMilliseconds)
    defer { leave() }
    var patience = Patience(timeoutMilliseconds)
    var rounds = Self.finishRounds
    var begun: [any DelayedWork] = []
    while isUsable {
      if rounds > 0 {
        let delayed = beginDelayedWork()
        if !delayed.isEmpty { rounds -= 1 }
        begun = begun.filter { !$0.isOver } + delayed
      } else if hasOnlyDelayedWork, begun.allSatisfy(\.isOver) {
        throw .timeout
      }
      let ran = turn()
      guard isUsable else { break }
      if ran == 0, !inbox.hasPending, !hasQueued {
        if begun.allSatisfy(\.isOver) {
          if timers.hasDelayedWork { throw .timeout }
          return
        }
        // Only the clock would end it, which does not move.
        if kind == .virtual { throw .timeout }
      }
      if patience.isOver { throw .timeout }
      let ends = begun.allSatisfy(\.isOver)
      if ran == 0, try !wait(until: patience.limit, whilePending: ends) { throw .timeout }
    }
    throw .closed
  }

  /// Has all delayed work begin in the next turn, in the order of its moments; that which is due already
  /// comes first.
  private func beginDelayedWork() -> [any DelayedWork] {
    var found = queue.compactMap(\.delayedWork)
    for timer in timers.removeDelayedWork() {
      if let work = timer.delayedWork { found.append(work) }
      append(.timer(timer))
    }
    return found
  }

  /// Whether nothing is to be done but delayed work.
  private var hasOnlyDelayedWork: Bool {
    guard !inbox.hasPending, inbox.isEmpty, outside.isEmpty else { return false }
    let due = queue.count { $0.delayedWork != nil }
    return due == queue.count - cancelledInQueue && (due > 0 || timers.hasDelayedWork)
  }
}
