/// Resumes a task once: on `resume()`, or when the last reference is released. So a task does not wait forever for work
/// that a closing loop drops.
final class Resumption: Sendable {
  private let continuation: Guarded<CheckedContinuation<Void, Never>?>

  init(_ continuation: CheckedContinuation<Void, Never>) {
    self.continuation = Guarded(continuation)
  }

  deinit { resume() }

  func resume() { continuation.withLock { $0.take() }?.resume() }
}
