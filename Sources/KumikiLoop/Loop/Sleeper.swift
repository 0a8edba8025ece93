/// One sleep of a task. It is resumed once: by the timer, by a cancellation or by the loop's end.
final class Sleeper: Sleeping {
  /// Whether a sleep that is already due waits until the clock is moved.
  private let isHeld: Bool
  private let state: Guarded<State>

  // The loop is released when the sleep is over: the sleeper may still be in the loop's inbox, and the inbox of a
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

  /// Starts the sleep. Usable on any thread; the timer is set on the loop's thread.
  func sleep(_ continuation: CheckedContinuation<Void, any Error>, until deadline: UInt64) {
    let loop: Loop? = state.withLock { state in
      guard case .notBegun(let loop) = state else { return nil }
      state = .asleep(Sleep(loop: loop, continuation: continuation))
      return loop
    }
    // Cancelled before it began, so no other code will resume the continuation.
    guard let loop else { return continuation.resume(throwing: CancellationError()) }
    if loop.isCurrentThread {
      set(deadline)
    } else if !loop.post({ self.set(deadline) }) {
      cancel()
    }
  }

  /// Resumes the task, because its deadline has come.
  func wake() { end()?.continuation.resume() }

  /// Ends the sleep with an error. Usable on any thread.
  func cancel() {
    guard let sleep = end() else { return }
    if let timer = sleep.timer {
      let loop = sleep.loop
      if loop.isCurrentThread {
        loop.cancel(timer)
      } else {
        let waiting = UncheckedSendable(timer)
        // Unowned, since only this loop runs it.
        loop.post { [unowned loop] in loop.cancel(waiting.value) }
      }
    }
    sleep.continuation.resume(throwing: CancellationError())
  }

  /// Sets the timer, on the loop's thread.
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

  /// Ends the sleep, for the caller that resumes the task. Returns nil if another caller does.
  private func end() -> Sleep? {
    state.withLock { state in
      guard case .asleep(let sleep) = exchange(&state, with: .over) else { return nil }
      return sleep
    }
  }
}
