/// The treatment of unfinished work at the end of a program.
public struct FinishPolicy: OptionSet, Sendable {
  /// Drops delayed, debounced and throttled effects that are waiting. Otherwise they begin now.
  public static let dropsDelayed = FinishPolicy(rawValue: 1)
  /// Cancels blocking work: the loop waits until running work has returned, and no more work begins. Otherwise the
  /// work may finish.
  public static let cancelsWork = FinishPolicy(rawValue: 2)

  /// The bits of the policy's members.
  public let rawValue: UInt32

  /// Makes a policy from the bits of its members.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension Loop {
  /// How many rounds of new delayed work are started. Work that delays itself again and again is not awaited.
  private static var finishRounds: Int { 100 }

  /// Runs until all work is done, and begins delayed, debounced and throttled effects immediately.
  ///
  /// For the end of a program: the last changes are saved without waiting for a debounce. The call waits until the
  /// effects that it begins have ended, and for blocking work and effects that are `awaited()`. Other effects that
  /// wait for the outside world, sleeping tasks and repeating timers are left as they are, and the loop can continue
  /// afterwards. Never moves a virtual clock.
  ///
  /// - Parameters:
  ///   - timeoutMilliseconds: The longest time to spend. 0 never waits; -1 sets no limit.
  ///   - policy: The work that is dropped or cancelled instead, together with the rest of its chains.
  /// - Throws: The errors of ``dispatch(timeoutMilliseconds:)``; ``LoopError/timeout``, including when work still
  ///   delays itself after 100 rounds; ``LoopError/closed`` if a callback closed the loop first.
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
      // Delayed work is in the queue. Other timers are not work to finish, and a repeating timer may be due again
      // after each iteration.
      let ran = turn(timers: false)
      guard isUsable else { break }
      if ran == 0, !inbox.hasPending, !hasQueued {
        if isOver(begun) {
          if timers.hasDelayedWork {
            // Ended work has let some of the delayed work begin.
            if rounds > 0 { continue }
            throw .timeout
          }
          // Due timers fire once, even if the program calls this again and again without waiting.
          if hasFiredTimers || turn() == 0 { return }
          hasFiredTimers = true
          continue
        }
        // Only the clock or the program could end the work, and neither moves.
        if kind == .virtual { throw .timeout }
      }
      if patience.isOver {
        if !hasFiredTimers { _ = turn() }
        guard isUsable else { break }
        throw .timeout
      }
      // Nothing is due and the call waits for other work. During that time, timers fire as usual.
      if ran > 0 { continue }
      hasFiredTimers = true
      if turn() > 0 { continue }
      let ends = isOver(begun)
      if isUsable, try !wait(until: patience.limit, whilePending: ends) { throw .timeout }
    }
    throw .closed
  }

  /// Whether all awaited work has ended, except work under way on other threads.
  private func isOver(_ begun: [any DelayedWork]) -> Bool {
    tally.awaited == 0 && begun.allSatisfy(\.isOver)
  }

  /// Makes all delayed work begin in the next iteration, in the order of its deadlines, after the work that is
  /// already due. Or drops it, in the same order.
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
