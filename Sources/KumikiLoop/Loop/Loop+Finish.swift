/// What the end of a program does with work that is not done.
public struct FinishPolicy: OptionSet, Sendable {
  /// Delayed, debounced and throttled effects that wait are dropped. Otherwise they begin now.
  public static let dropsDelayed = FinishPolicy(rawValue: 1)
  /// Blocking work is cancelled: what has begun is waited for until it has returned, and no more begins. Otherwise
  /// it may finish.
  public static let cancelsWork = FinishPolicy(rawValue: 2)

  /// The bits of its members.
  public let rawValue: UInt32

  /// Makes a policy of the bits of its members.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension Loop {
  /// How many rounds of new delayed work are begun. Work that delays itself again and again is not waited
  /// for.
  private static var finishRounds: Int { 100 }

  /// Runs until all work is done, and begins delayed, debounced and throttled effects at once.
  ///
  /// For the end of a program: the last changes are saved without waiting for a debounce. It waits until the
  /// effects that it begins have ended, and blocking work, and effects that are `awaited()`. Other effects that wait
  /// for the outside world, sleeping tasks and repeating timers are left as they are, and the loop can go on
  /// afterwards. Never moves a virtual clock.
  ///
  /// - Parameters:
  ///   - timeoutMilliseconds: the longest time to spend; 0 never waits, -1 sets no limit.
  ///   - policy: what is dropped or cancelled instead, each with the rest of the chains that it is part of.
  /// - Throws: as ``dispatch(timeoutMilliseconds:)``; ``LoopError/timeout``, also if work still delays itself
  ///   after 100 rounds; ``LoopError/closed`` if a callback closed the loop first.
  public func finish(
    timeoutMilliseconds: Int, _ policy: FinishPolicy = []
  ) throws(LoopError) {
    try enter(timeoutMilliseconds)
    defer { leave() }
    let outer = tally.isCancelled
    tally.isCancelled = policy.contains(.cancelsWork)
    defer { tally.isCancelled = outer }
    if tally.isCancelled { cancelWork() }
    var patience = Patience(timeoutMilliseconds)
    var rounds = Self.finishRounds
    var begun: [any DelayedWork] = []
    var hasFiredTimers = false
    while isUsable {
      if rounds > 0 {
        let delayed = takeDelayedWork(begins: !policy.contains(.dropsDelayed))
        if !delayed.isEmpty { rounds -= 1 }
        begun = begun.filter { !$0.isOver } + delayed
      } else if hasOnlyDelayedWork, isOver(begun) {
        throw .timeout
      }
      // Delayed work is in the queue. Other timers are no work to finish, and one that repeats may be due again
      // after each turn.
      let ran = turn(timers: false)
      guard isUsable else { break }
      if ran == 0, !inbox.hasPending, !hasQueued {
        if isOver(begun) {
          if timers.hasDelayedWork {
            // What ended has let some of it begin.
            if rounds > 0 { continue }
            throw .timeout
          }
          // What is due fires once, also for who calls this again and again without a wait.
          if hasFiredTimers || turn() == 0 { return }
          hasFiredTimers = true
          continue
        }
        // Only the clock could end it, or the program, and neither moves.
        if kind == .virtual { throw .timeout }
      }
      if patience.isOver {
        if !hasFiredTimers { _ = turn() }
        guard isUsable else { break }
        throw .timeout
      }
      // Nothing is due, and something else is waited for: meanwhile timers fire as ever.
      if ran > 0 { continue }
      hasFiredTimers = true
      if turn() > 0 { continue }
      let ends = isOver(begun)
      if isUsable, try !wait(until: patience.limit, whilePending: ends) { throw .timeout }
    }
    throw .closed
  }

  /// Whether all awaited work has ended, except for work that other threads have under way.
  private func isOver(_ begun: [any DelayedWork]) -> Bool {
    tally.awaited == 0 && begun.allSatisfy(\.isOver)
  }

  /// Makes all delayed work begin in the next turn, in the order of its deadlines; work that is due already
  /// comes first. Or drops it, in that order.
  private func takeDelayedWork(begins: Bool) -> [any DelayedWork] {
    var found = queue.due.compactMap(\.delayedWork)
    for timer in timers.removeDelayedWork() {
      if let work = timer.work?.delayedWork { found.append(work) }
      append(.timer(timer))
    }
    if !begins { ending { for work in found { work.drop() } } }
    return found
  }

  /// Whether only delayed work is left to do.
  private var hasOnlyDelayedWork: Bool {
    !inbox.hasPending && inbox.isEmpty && queue.hasOnlyDelayedWork
      && (queue.hasMore || timers.hasDelayedWork)
  }
}
