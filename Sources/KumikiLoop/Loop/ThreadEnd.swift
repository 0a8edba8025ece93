/// The loops that a thread leaves behind: its open loops, which are closed, and its closed loops, which may receive
/// jobs later.
///
/// None of that runs, or is released, on the thread itself. While a thread ends, libdispatch has already released the
/// memory that it keeps for the thread. If a task were resumed there, libdispatch would use that memory again and
/// release it again. Therefore a thread of the engine replaces the ending thread.
final class ThreadEnd: Sendable {
  private let threadID: UInt64
  private let state = Guarded(State())

  private struct State {
    var hasEnded = false
    /// Whether a thread has taken over.
    var isServed = false
    /// Closed loops with jobs.
    var waiting: [Loop] = []
  }

  /// A thread's loops. They are handed over as a whole: the thread keeps no reference.
  struct OwnedLoops: @unchecked Sendable {
    var notes: [LoopNote] = []
    var held: [Loop] = []

    var isEmpty: Bool { notes.isEmpty && held.isEmpty }
  }

  init(of threadID: UInt64) { self.threadID = threadID }

  /// Takes a closed loop that has received a job. Returns false while the loop's thread lives, which then runs the
  /// job itself. Usable on any thread.
  func take(_ loop: Loop) -> Bool {
    let begins: Bool? = state.withLock { state in
      guard state.hasEnded else { return nil }
      state.waiting.append(loop)
      return !exchange(&state.isServed, with: true)
    }
    if begins == true { _ = start() }
    return begins != nil
  }

  /// Called by the thread at its end. Returns when the thread's loops have closed.
  ///
  /// - Parameter owned: Emptied by the replacing thread, so that the ending thread retains none of it.
  func threadEnds(with owned: Guarded<OwnedLoops>) {
    state.withLock { state in
      state.hasEnded = true
      // No other thread may begin before this thread's loops have closed.
      state.isServed = true
    }
    if isIdle(owned) { return }
    let done = Signal()
    let isStarted = start {
      self.settle(owned)
      done.give()
    }
    // If the system refuses a thread, the loops stay as they are, with everything that they hold.
    if isStarted { done.wait() } else { _ = Uncounted.retained(owned) }
  }

  /// Whether there is nothing to do.
  private func isIdle(_ owned: Guarded<OwnedLoops>) -> Bool {
    guard owned.withLock({ $0.isEmpty }), !ClosedLoopsWithJobs.has(of: threadID) else {
      return false
    }
    return state.withLock { state in
      state.isServed = !state.waiting.isEmpty
      return !state.isServed
    }
  }

  /// Runs in place of the thread.
  private func settle(_ owned: Guarded<OwnedLoops>) {
    let owned = owned.withLock { exchange(&$0, with: OwnedLoops()) }
    for loop in owned.notes.compactMap(\.loop)
    where loop.threadID == threadID && loop.endsWithThread { loop.threadEnds() }
    // Once, as the thread itself would do: a task that never finishes is not awaited.
    let closed = ClosedLoopsWithJobs.take(of: threadID)
    LoopRegistry.forget(threadID)
    for loop in closed { loop.runJobsAfterClose() }
  }

  private func start(_ first: @escaping @Sendable () -> Void = {}) -> Bool {
    Worker.start { [self] in
      let frame = ThreadFrame.current
      let own = frame.exchangeID(with: threadID)
      first()
      while let loop = next() { loop.runJobsAfterClose() }
      _ = frame.exchangeID(with: own)
    } != nil
  }

  private func next() -> Loop? {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.isServed = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
