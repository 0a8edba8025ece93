internal import Kumiki

/// The effects that one send of a test started, the effects of the actions that they send, and so
/// on.
///
/// It does not retain the test store. Once the test store is gone, calls do nothing.
@MainActor
public struct TestStoreTask {
  private let task: StoreTask?
  private let finishing: (StoreTask, Duration?, TestSite) async -> Void
  private let cancelling: (StoreTask) async -> Void

  init<State, Action>(task: StoreTask?, store: TestStore<State, Action>) {
    self.task = task
    finishing = { [weak store] task, timeout, site in
      guard let store else { return }
      store.enter(site)
      await store.settle(timeout) { _ in task.isFinished }
      store.on { $0.finish(task, timeout: 0, at: site) }
    }
    cancelling = { [weak store] task in
      guard let store else { return }
      store.on { _ in task.cancel() }
      await store.settle()
    }
  }

  /// Whether none of the effects is running any more.
  public var isFinished: Bool { task?.isFinished ?? true }

  /// True after ``cancel()``, and for a send without effects.
  public var isCancelled: Bool { task?.isCancelled ?? true }

  /// Cancels all effects, and returns when they have stopped.
  public func cancel() async {
    if let task { await cancelling(task) }
  }

  /// Fails the test if any of the effects is still running.
  ///
  /// - Parameter timeout: the longest time to wait for the effects; the test store's by default.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let task else { return }
    await finishing(task, timeout, TestSite(fileID, filePath, line, column))
  }
}
