/// Everything that one send started, down to the effects of the actions that its effects send.
public struct StoreTask: Sendable {
  @usableFromInline package let cascade: Cascade?

  /// A task that nothing was started for.
  @inlinable
  package static var finished: Self { Self(cascade: nil) }

  @inlinable
  init(cascade: Cascade?) { self.cascade = cascade }

  /// The cascade as a pointer, which the caller owns.
  @inlinable
  var bare: Uncounted<Cascade>? { cascade.map { .retained($0) } }

  /// True when nothing of it runs any more. Owner thread.
  public var isFinished: Bool { cascade?.isFinished ?? true }

  /// True after ``cancel()``, and, as in the Composable Architecture, for a send without effects.
  public var isCancelled: Bool { cascade?.isCancelled ?? true }

  /// Cancels all of it, including effects that a parent returned for actions of its child. No state
  /// changes, and no action that is already buffered is withdrawn. Owner thread. From another thread
  /// nothing happens but the issue `off-thread`.
  ///
  /// - Complexity: O(*n*) in the effects that are running.
  public func cancel() {
    guard let cascade else { return }
    guard cascade.loop.isCurrentThread else {
      return cascade.loop.report(
        Issue(
          code: .offThread,
          message: "a task was cancelled on a thread that is not its loop's; nothing happened"))
    }
    cascade.cancel()
  }

  /// Waits until nothing of it runs any more. Presentations are not waited for.
  ///
  /// Where the task that waits is cancelled, all of it is, as by ``cancel()``. It is called from code of any
  /// thread or actor; the loop goes on being run by its own.
  // On the caller's executor, which mostly is where the cascade may be asked.
  nonisolated(nonsending) public func finish() async {
    guard let cascade else { return }
    let loop = cascade.loop
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let end = Resumption(continuation)
        // Where the loop closes first, its stores' effects are over, and this is dropped.
        if loop.isCurrentThread || loop.isClosed {
          cascade.whenFinished { end.resume() }
        } else {
          loop.post { cascade.whenFinished { end.resume() } }
        }
      }
    } onCancel: {
      loop.onOwnThread { cascade.cancel() }
    }
  }
}

/// Resumes a task once: when it is told to, or when nobody is left who could.
private final class Resumption: Sendable {
  private let continuation: Guarded<CheckedContinuation<Void, Never>?>

  init(_ continuation: CheckedContinuation<Void, Never>) {
    self.continuation = Guarded(continuation)
  }

  deinit { resume() }

  func resume() { continuation.withLock { $0.take() }?.resume() }
}
