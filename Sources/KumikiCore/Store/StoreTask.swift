/// Everything that one send started, including the effects of actions that its effects send.
///
/// Any thread or actor may use it.
public struct StoreTask: Sendable {
  @usableFromInline package let taskTree: TaskTree?

  /// A task that has started no effect.
  @inlinable
  package static var finished: Self { Self(taskTree: nil) }

  @inlinable
  init(taskTree: TaskTree?) { self.taskTree = taskTree }

  /// The task tree as an uncounted reference that the caller owns.
  @inlinable
  var bare: Uncounted<TaskTree>? { taskTree.map { .retained($0) } }

  /// Whether everything has finished.
  public var isFinished: Bool { taskTree?.isFinished ?? true }

  /// True after ``cancel()`` and, as in the Composable Architecture, for a send without effects.
  public var isCancelled: Bool { taskTree?.isCancelled ?? true }

  /// Cancels everything that was started, including effects that a parent returned for actions of its child. The state
  /// does not change, and buffered actions are still handled.
  ///
  /// On the loop's thread the effects have ended when this returns; elsewhere, after the loop's next iteration.
  ///
  /// - Complexity: O(*n*) for *n* running effects.
  public func cancel() { taskTree?.cancelAnywhere() }

  /// Waits until everything has finished, except presentations.
  ///
  /// Cancelling the waiting task cancels everything, like ``cancel()``. The loop continues to run on its own thread.
  // On the caller's executor, which usually is the loop's, where the task tree may be used.
  nonisolated(nonsending) public func finish() async {
    guard let taskTree, !taskTree.isFinished else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let end = Resumption(continuation)
        // If the loop has closed, its stores' effects are over, and this closure is released without having run.
        taskTree.loop.onOwnThread { taskTree.whenFinished { end.resume() } }
      }
    } onCancel: {
      taskTree.cancelAnywhere()
    }
  }
}
