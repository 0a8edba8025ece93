import Kumiki

/// A running effect that commands drive: it waits until it is told how it ends.
///
/// `Sendable` because all of it happens on the one thread of the case's loop.
final class Sender: @unchecked Sendable {
  let number: Int
  private let send: Send<Act>
  private(set) var isCancelled = false
  private var ended: Result<Void, any Error>?
  private var waiting: CheckedContinuation<Void, any Error>?

  init(_ number: Int, _ send: Send<Act>) {
    self.number = number
    self.send = send
  }

  var isEnded: Bool { ended != nil }

  func deliver(_ action: Act) { send.deliver(action) }

  func end(_ result: Result<Void, any Error>) {
    if isEnded { return }
    ended = result
    waiting?.resume(with: result)
    waiting = nil
  }

  /// Waits for the end. `cancelled` is called if the effect is cancelled before.
  func wait(cancelled: @escaping @Sendable () -> Void) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let ended { continuation.resume(with: ended) } else { waiting = continuation }
      }
    } onCancel: {
      isCancelled = true
      if !isEnded { cancelled() }
    }
  }
}
