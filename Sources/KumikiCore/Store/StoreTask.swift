/// Everything that one send started, including the effects of actions that its effects send.
public struct StoreTask: Sendable {
  @usableFromInline package let taskTree: TaskTree?

  /// A task that has started nothing.
  @inlinable
  package static var finished: Self { Self(taskTree: nil) }

  @inlinable
  init(taskTree: TaskTree?) { self.taskTree = taskTree }

  /// The task tree as an uncounted reference, which the caller owns.
  @inlinable
  var bare: Uncounted<TaskTree>? { taskTree.map { .retained($0) } }

  /// Whether everything has finished. Owner thread.
  public var isFinished: Bool { taskTree?.isFinished ?? true }

  /// True after ``cancel()`` and, as in the Composable Architecture, for a send without effects.
  public var isCancelled: Bool { taskTree?.isCancelled ?? true }

  /// Cancels everything that was started, including effects that a parent returned for actions of its child.
  /// The state does not change, and buffered actions are still handled. Owner thread. A call on another
  /// thread does nothing and is the issue `off-thread`.
  ///
  /// - Complexity: O(*n*) in the effects that are running.
  public func cancel() {
    guard let taskTree else { return }
    guard taskTree.loop.isCurrentThread else {
      return taskTree.loop.report(
        Issue(
          code: .offThread,
          message: "a task was cancelled on a thread that is not its loop's; nothing happened"))
    }
    taskTree.cancel()
  }

  /// Waits until everything has finished, except presentations.
  ///
  /// Cancelling the waiting task cancels everything, like ``cancel()``. Call it from any thread or actor; the
  /// loop keeps running on its own thread.
  // On the caller's executor, which usually is the loop's, where the task tree may be used.
  nonisolated(nonsending) public func finish() async {
    guard let taskTree else { return }
    let loop = taskTree.loop
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let end = Resumption(continuation)
        // If the loop closes first, its stores' effects are over and this closure is released unrun.
        let wait = { @Sendable in taskTree.whenFinished { end.resume() } }
        if loop.isClosed { wait() } else { loop.onOwnThread(wait) }
      }
    } onCancel: {
      loop.onOwnThread { taskTree.cancel() }
    }
  }
}

/// Resumes a task once: on `resume()`, or when the last reference is released.
private final class Resumption: Sendable {
  private let continuation: Guarded<CheckedContinuation<Void, Never>?>

  init(_ continuation: CheckedContinuation<Void, Never>) {
    self.continuation = Guarded(continuation)
  }

  deinit { resume() }

  func resume() { continuation.withLock { $0.take() }?.resume() }
}
