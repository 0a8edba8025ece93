import Foundation
import Synchronization

/// Work on another thread, like a network's or a database's: waiting tasks continue when it is done.
final class Gate: Sendable {
  private let state = Mutex<(waiting: CheckedContinuation<String, Never>?, answer: String?)>(
    (nil, nil))

  func wait() async -> String {
    await withCheckedContinuation { continuation in
      let answer: String? = state.withLock { state in
        if state.answer == nil { state.waiting = continuation }
        return state.answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Opens the gate from another thread, once the main actor has had a number of turns.
  @MainActor
  func open(with answer: String, fromAnotherThreadAfterTurns turns: Int) {
    Task { @MainActor in
      for _ in 0..<turns { await Task.yield() }
      Thread.detachNewThread {
        let waiting = self.state.withLock { state in
          state.answer = answer
          return state.waiting.take()
        }
        waiting?.resume(returning: answer)
      }
    }
  }
}
