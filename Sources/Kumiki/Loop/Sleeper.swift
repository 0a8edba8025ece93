/// One sleep of a task: resumed once, by the timer, by a cancel or by the loop's end.
final class Sleeper: Sendable {
  private let loop: Loop
  /// Whether a sleep that is due at once waits until the clock is moved.
  private let isHeld: Bool
  private let state = Guarded(State.notBegun)

  private enum State {
    case notBegun
    /// The timer is nil until the loop's thread has set it.
    case asleep(CheckedContinuation<Void, any Error>, LoopTimer?)
    case over
  }

  init(_ loop: Loop, isHeld: Bool) {
    self.loop = loop
    self.isHeld = isHeld
  }

  /// Goes to sleep. Any thread: the timer is set on the loop's.
  func sleep(_ continuation: CheckedContinuation<Void, any Error>, until deadline: UInt64) {
    let isAsleep = state.withLock { state in
      guard case .notBegun = state else { return false }
      state = .asleep(continuation, nil)
      return true
    }
    // Cancelled before it began, so nobody else will resume the continuation.
    guard isAsleep else { return continuation.resume(throwing: CancellationError()) }
    if loop.isCurrentThread {
      set(deadline)
    } else if !loop.post({ self.set(deadline) }) {
      cancel()
    }
  }

  /// Resumes the task: its deadline has come.
  func wake() { takeContinuation()?.0.resume() }

  /// Ends the sleep with an error. Any thread.
  func cancel() {
    guard let (continuation, timer) = takeContinuation() else { return }
    if let timer {
      if loop.isCurrentThread {
        loop.cancel(timer)
      } else {
        let waiting = UncheckedSendable(timer)
        loop.post { [loop] in loop.cancel(waiting.value) }
      }
    }
    continuation.resume(throwing: CancellationError())
  }

  /// On the loop's thread.
  private func set(_ deadline: UInt64) {
    let timer = LoopTimer(deadline: deadline, work: .wake(self))
    let isAsleep = state.withLock { state in
      guard case .asleep(let continuation, _) = state else { return false }
      state = .asleep(continuation, timer)
      return true
    }
    guard isAsleep else { return }
    if isHeld { loop.hold(timer) } else { loop.schedule(timer) }
    if loop.isClosed { cancel() }
  }

  /// Takes the continuation, for the one place that resumes it. Nil if it was taken already.
  private func takeContinuation() -> (CheckedContinuation<Void, any Error>, LoopTimer?)? {
    state.withLock { state in
      guard case .asleep(let continuation, let timer) = exchange(&state, with: .over) else {
        return nil
      }
      return (continuation, timer)
    }
  }
}
