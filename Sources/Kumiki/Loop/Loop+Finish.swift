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
      let delayed = rounds > 0 ? beginDelayedWork() : []
      if !delayed.isEmpty { rounds -= 1 }
      begun = begun.filter { !$0.isOver } + delayed
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

  /// Has all delayed work begin in the next turn, in the order of its moments.
  private func beginDelayedWork() -> [any DelayedWork] {
    var found: [any DelayedWork] = []
    for timer in timers.removeDelayedWork() {
      if let work = timer.delayedWork { found.append(work) }
      append(.timer(timer))
    }
    return found
  }
}
