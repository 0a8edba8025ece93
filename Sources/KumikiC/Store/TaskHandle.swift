internal import Kumiki

/// What one send started, as C holds it.
final class TaskHandle: HandleObject {
  let task: StoreTask
  let loop: Loop
  // The source and not the handle by which it was sent, since a view's handle may be freed earlier.
  private weak var source: (any StoreSource)?

  init(_ task: StoreTask, _ store: StoreHandle) {
    self.task = task
    source = store.source
    loop = store.loop
  }

  /// On the loop's thread, or after the loop.
  var isEnded: Bool { loop.isClosed || (source?.table.isEnded ?? true) }
  var isFinished: Bool { isEnded || task.isFinished }
}
