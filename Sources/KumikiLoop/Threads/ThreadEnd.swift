/// What a thread leaves behind: its open loops, which are closed, and the jobs that closed ones get later.
///
/// Nothing of that runs on the thread itself. While a thread ends, libdispatch has released the memory that it keeps
/// for the thread, and would use that memory again, and release it again, if a task were resumed there. So a thread
/// of the engine's own takes the place of the one that ends.
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
  /// - Parameters:
  ///   - open: its loops that have not closed.
  ///   - adrift: takes out closed ones with jobs. From then on such a loop comes here.
  ///   - held: released in place of the thread.
  func threadEnds(
    closing open: [Loop], running adrift: () -> [Loop], releasing held: [Loop]
  ) {
    state.withLock { state in
      state.hasEnded = true
      // Nobody else begins before it is known whether something is to be done first.
      state.isServed = true
    }
    let adrift = adrift()
    let isIdle = state.withLock { state in
      state.waiting += adrift
      if !open.isEmpty || !held.isEmpty || !state.waiting.isEmpty { return false }
      state.isServed = false
      return true
    }
    if isIdle { return }
    let done = Signal()
    // Taken out there, so that nothing is retained any more when this thread goes on.
    let handed = Guarded((open: open, held: held))
    let isStarted = start {
      Self.close(handed)
      done.give()
    }
    // If the system refuses a thread, the loops stay as they are, with all that they hold.
    if isStarted { done.wait() } else { _ = (open + held).map { Uncounted.retained($0) } }
  }

  private static func close(_ handed: Guarded<(open: [Loop], held: [Loop])>) {
    let (open, held) = handed.withLock { exchange(&$0, with: ([], [])) }
    for loop in open { loop.threadEnds() }
    withExtendedLifetime(held) {}
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
