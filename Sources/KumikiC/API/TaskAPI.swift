public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_store_send_task_new") @implementation
public func kmk_store_send_task_new(
  _ store: OpaquePointer!, _ action: UnsafeMutablePointer<json_t>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  defer { action?.releaseDeep() }
  return answering(orNull: error) {
    let store = try StoreHandle.at(store)
    guard let action else { throw Failure.isNull("action") }
    return TaskHandle(try store.send(action), store).retained()
  }
}

@_cdecl("kmk_task_is_finished") @implementation
public func kmk_task_is_finished(_ task: OpaquePointer!) -> Bool {
  guard let handle = Handle<TaskHandle>.borrow(task) else { return false }
  guard handle.loop.isCurrentThread || handle.loop.isClosed else { return false }
  return handle.isFinished
}

@_cdecl("kmk_task_cancel") @implementation
public func kmk_task_cancel(_ task: OpaquePointer!) {
  guard let handle = Handle<TaskHandle>.borrow(task) else { return }
  guard handle.loop.isCurrentThread else { return handle.loop.reportOffThread("kmk_task_cancel") }
  if !handle.isEnded { handle.task.cancel() }
}

@_cdecl("kmk_task_finish") @implementation
public func kmk_task_finish(
  _ task: OpaquePointer!, _ timeout_ms: Int32, _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  answering(error) {
    guard let handle = Handle<TaskHandle>.borrow(task) else { throw Failure.isNull("task") }
    guard !handle.loop.isClosed else { throw Failure.closed }
    guard handle.loop.isCurrentThread else { throw Failure.wrongThread }
    guard !handle.isEnded else { throw Failure.closed }
    try handle.loop.run(timeoutMilliseconds: Int(timeout_ms)) { handle.isFinished }
    guard !handle.isEnded || handle.task.isFinished else { throw Failure.closed }
  }
}

@_cdecl("kmk_task_free") @implementation
public func kmk_task_free(_ task: OpaquePointer!) { Handle<TaskHandle>.free(task) }
