/// What a thread leaves behind: its open loops, which are closed, and the jobs that closed ones get later.
///
/// Nothing of that runs, or is released, on the thread itself. While a thread ends, libdispatch has released the memory
/// that it keeps for the thread, and would use that memory again, and release it again, if a task were resumed there. So
/// a thread of the engine's own takes the place of the one that ends.
final class ThreadEnd: Sendable {
  private let threadID: UInt64
  private let state = Guarded(State())

  private struct State {
    var hasEnded = false
    /// Whether a thread has taken the place.
    var isServed = false
    /// Closed loops with jobs.
    var waiting: [Loop] = []
  }

  /// What a thread has of its loops. Handed over whole: the thread keeps no reference.
  struct Estate: @unchecked Sendable {
    var notes: [LoopNote] = []
    var held: [Loop] = []

    var isEmpty: Bool { notes.isEmpty && held.isEmpty }
  }

  init(of threadID: UInt64) { self.threadID = threadID }

  /// Takes a closed loop that was given a job. False while its thread lives, which runs the job. Any thread.
  func take(_ loop: Loop) -> Bool {
    let begins: Bool? = state.withLock { state in
      guard state.hasEnded else { return nil }
      state.waiting.append(loop)
      return !exchange(&state.isServed, with: true)
    }
    if begins == true { _ = start() }
    return begins != nil
  }

  /// Called by the thread at its end. Returns when its loops have closed.
  ///
  /// - Parameter estate: emptied in place of the thread, which retains nothing of it any more.
  func threadEnds(with estate: Guarded<Estate>) {
    state.withLock { state in
      state.hasEnded = true
      // Nobody else begins before this thread's loops have closed.
      state.isServed = true
    }
    if isIdle(estate) { return }
    let done = Signal()
    let isStarted = start {
      self.settle(estate)
      done.give()
    }
    // If the system refuses a thread, the loops stay as they are, with all that they hold.
    if isStarted { done.wait() } else { _ = Uncounted.retained(estate) }
  }

  /// Whether there is nothing to do.
  private func isIdle(_ estate: Guarded<Estate>) -> Bool {
    guard estate.withLock({ $0.isEmpty }), !AdriftLoops.has(of: threadID) else {
      return false
    }
    return state.withLock { state in
      state.isServed = !state.waiting.isEmpty
      return !state.isServed
    }
  }

  /// In place of the thread.
  private func settle(_ estate: Guarded<Estate>) {
    let estate = estate.withLock { exchange(&$0, with: Estate()) }
    for loop in estate.notes.compactMap(\.loop)
    where loop.threadID == threadID && loop.endsWithThread { loop.threadEnds() }
    // Once, as the thread itself would: a task that never rests is not waited for.
    let adrift = AdriftLoops.take(of: threadID)
    LoopRegistry.forget(threadID)
    for loop in adrift { loop.runAdrift() }
  }

  private func start(_ first: @escaping @Sendable () -> Void = {}) -> Bool {
    Worker.start { [self] in
      let frame = ThreadFrame.current
      let own = frame.exchangeID(with: threadID)
      first()
      while let loop = next() { loop.runAdrift() }
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
