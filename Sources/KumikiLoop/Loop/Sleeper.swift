/// One sleep of a task: resumed once, by the timer, by a cancel or by the loop's end.
final class Sleeper: Sleeping {
  /// Whether a sleep that is due at once waits until the clock is moved.
  private let isHeld: Bool
  private let state: Guarded<State>

  // The loop is let go of when the sleep is over: the sleeper may be in the loop's inbox still, and that of a
  // test's clock is emptied only when the clock is moved.
  private enum State {
    case notBegun(Loop)
    case asleep(Sleep)
    case over
  }

  private struct Sleep {
    let loop: Loop
    let continuation: CheckedContinuation<Void, any Error>
    /// Nil until the loop's thread has set it.
    var timer: LoopTimer?
  }

  init(_ loop: Loop, isHeld: Bool) {
    state = Guarded(.notBegun(loop))
    self.isHeld = isHeld
  }

  /// Goes to sleep. Any thread: the timer is set on the loop's.
  func sleep(_ continuation: CheckedContinuation<Void, any Error>, until deadline: UInt64) {
    let loop: Loop? = state.withLock { state in
      guard case .notBegun(let loop) = state else { return nil }
      state = .asleep(Sleep(loop: loop, continuation: continuation))
      return loop
    }
    // Cancelled before it began, so nobody else will resume the continuation.
    guard let loop else { return continuation.resume(throwing: CancellationError()) }
    if loop.isCurrentThread {
      set(deadline)
    } else if !loop.post({ self.set(deadline) }) {
      cancel()
    }
  }

  /// Resumes the task: its deadline has come.
  func wake() { end()?.continuation.resume() }

  /// Ends the sleep with an error. Any thread.
  func cancel() {
    guard let sleep = end() else { return }
    if let timer = sleep.timer {
      let loop = sleep.loop
      if loop.isCurrentThread {
        loop.cancel(timer)
      } else {
        let waiting = UncheckedSendable(timer)
        // Only this loop runs it.
        loop.post { [unowned loop] in loop.cancel(waiting.value) }
      }
    }
    sleep.continuation.resume(throwing: CancellationError())
  }

  /// On the loop's thread.
  private func set(_ deadline: UInt64) {
    let timer = LoopTimer(deadline: deadline, work: .wake(self))
    let loop: Loop? = state.withLock { state in
      guard case .asleep(var sleep) = state else { return nil }
      sleep.timer = timer
      state = .asleep(sleep)
      return sleep.loop
    }
    guard let loop else { return }
    if isHeld { loop.hold(timer) } else { loop.schedule(timer) }
    if loop.isClosed { cancel() }
  }

  /// Ends the sleep, for the one place that resumes the task. Nil if another does.
  private func end() -> Sleep? {
    state.withLock { state in
      guard case .asleep(let sleep) = exchange(&state, with: .over) else { return nil }
      return sleep
    }
  }
}
