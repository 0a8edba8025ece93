public import CKumiki
internal import KumikiValues

/// The task of one send, as held by C.
final class TaskHandle: HandleObject {
  override class var kind: StaticString? { "kmk_task" }
  let task: StoreTask
  let loop: Loop
  // The source, not the handle of the send, because a scoped store's handle may be freed earlier.
  private weak var source: (any StoreSource)?

  init(_ task: StoreTask, _ store: StoreHandle) {
    self.task = task
    source = store.source
    loop = store.loop
  }

  /// Must be read on the loop's thread, or after the loop's end.
  var isEnded: Bool { loop.isClosed || (source?.core.isEnded ?? true) }
  var isFinished: Bool { isEnded || task.isFinished }
}

@c @implementation public func kmk_store_send_task_new(
  _ store: CHandle!, _ action: CNewJSON!, _ error: CError!
) -> CHandle! {
  defer { release(action) }
  var task: TaskHandle?
  _ = withStore(store, error) { store in
    task = TaskHandle(try store.send(try given(node(action), "action")), store)
  }
  return task?.retained()
}

@c @implementation public func kmk_task_is_finished(_ task: CHandle!) -> Bool {
  guard let handle = Handle<TaskHandle>.borrow(task) else { return false }
  return (handle.loop.isCurrentThread || handle.loop.isClosed) && handle.isFinished
}

@c @implementation public func kmk_task_cancel(_ task: CHandle!) {
  guard let handle = Handle<TaskHandle>.borrow(task) else { return }
  if handle.loop.isOnItsThread(), !handle.isEnded { handle.task.cancel() }
}

@c @implementation
public func kmk_task_finish(_ task: CHandle!, _ timeout_ms: Int32, _ error: CError!) -> kmk_status {
  answering(error) {
    let handle = try Handle<TaskHandle>.at(task, "task")
    try handle.loop.check()
    guard !handle.isEnded else { throw Failure.closed }
    try handle.loop.noticingShortage {
      try handle.loop.run(timeoutMilliseconds: Int(timeout_ms)) { handle.isFinished }
    }
    guard !handle.isEnded || handle.task.isFinished else { throw Failure.closed }
  }
}

@c @implementation public func kmk_task_free(_ task: CHandle!) { Handle<TaskHandle>.free(task) }
