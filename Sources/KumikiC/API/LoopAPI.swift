public import CKumiki

internal import Kumiki

/// A loop as C holds it.
final class LoopHandle: HandleObject {
  let loop: Loop

  init(_ loop: Loop) { self.loop = loop }

  deinit { loop.close() }
}

@_cdecl("kmk_loop_new") @implementation
public func kmk_loop_new(_ error: UnsafeMutablePointer<kmk_error>!) -> OpaquePointer! {
  newLoop(.live, error)
}

@_cdecl("kmk_loop_new_virtual") @implementation
public func kmk_loop_new_virtual(_ error: UnsafeMutablePointer<kmk_error>!) -> OpaquePointer! {
  newLoop(.virtual, error)
}

private func newLoop(_ kind: Loop.Kind, _ error: UnsafeMutablePointer<kmk_error>?) -> OpaquePointer?
{
  answering(orNull: error) {
    try EngineCheck.requireSole()
    RuntimeHooks.install()
    return LoopHandle(try Loop(kind)).retained()
  }
}

@_cdecl("kmk_loop_free") @implementation
public func kmk_loop_free(_ loop: OpaquePointer!) {
  guard let handle = Handle<LoopHandle>.borrow(loop) else { return }
  guard handle.loop.isCurrentThread else { return handle.loop.reportOffThread("kmk_loop_free") }
  Handle<LoopHandle>.free(loop)
}

@_cdecl("kmk_loop_fd") @implementation
public func kmk_loop_fd(_ loop: OpaquePointer!) -> Int32 {
  guard let loop = Handle<LoopHandle>.borrow(loop)?.loop, loop.isCurrentThread, !loop.isClosed
  else {
    return -1
  }
  return loop.fileDescriptor
}

@_cdecl("kmk_loop_dispatch") @implementation
public func kmk_loop_dispatch(_ loop: OpaquePointer!, _ timeout_ms: Int32) -> Int32 {
  guard let loop = Handle<LoopHandle>.borrow(loop)?.loop else {
    return KMK_ERR_INVALID_ARGUMENT.rawValue
  }
  do throws(LoopError) {
    return Int32(clamping: try loop.dispatch(timeoutMilliseconds: Int(timeout_ms)))
  } catch {
    return Failure(error).status.rawValue
  }
}

@_cdecl("kmk_loop_run_until_idle") @implementation
public func kmk_loop_run_until_idle(
  _ loop: OpaquePointer!, _ timeout_ms: Int32, _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  answering(error) {
    guard let loop = Handle<LoopHandle>.borrow(loop)?.loop else { throw Failure.isNull("loop") }
    try loop.runUntilIdle(timeoutMilliseconds: Int(timeout_ms))
  }
}

@_cdecl("kmk_loop_advance") @implementation
public func kmk_loop_advance(
  _ loop: OpaquePointer!, _ nanoseconds: UInt64, _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  answering(error) {
    guard let loop = Handle<LoopHandle>.borrow(loop)?.loop else { throw Failure.isNull("loop") }
    guard
      loop.kind != .virtual || nanoseconds <= UInt64(Int64.max) &- min(loop.now, UInt64(Int64.max))
    else { throw Failure.invalid("the clock ends at INT64_MAX nanoseconds") }
    try loop.advance(by: nanoseconds)
  }
}

@_cdecl("kmk_loop_wakeup") @implementation
public func kmk_loop_wakeup(_ loop: OpaquePointer!) -> kmk_status {
  guard let loop = Handle<LoopHandle>.borrow(loop)?.loop else { return KMK_ERR_INVALID_ARGUMENT }
  return loop.wakeup() ? KMK_OK : KMK_ERR_CLOSED
}

@_cdecl("kmk_loop_defer") @implementation
public func kmk_loop_defer(
  _ loop: OpaquePointer!, _ fn: kmk_loop_fn!, _ user_data: UnsafeMutableRawPointer!,
  _ free_fn: kmk_free_fn!
) -> kmk_status {
  let userData = UserData(user_data, free_fn)
  guard let loop = Handle<LoopHandle>.borrow(loop)?.loop, let fn else {
    return KMK_ERR_INVALID_ARGUMENT
  }
  userData.takeHome(to: loop)
  return loop.postOutside { fn(userData.pointer) } ? KMK_OK : KMK_ERR_CLOSED
}

@_cdecl("kmk_loop_set_diagnostics") @implementation
public func kmk_loop_set_diagnostics(
  _ loop: OpaquePointer!, _ fn: kmk_diagnostic_fn!, _ user_data: UnsafeMutableRawPointer!,
  _ free_fn: kmk_free_fn!
) {
  let userData = UserData(user_data, free_fn)
  guard let loop = Handle<LoopHandle>.borrow(loop)?.loop else { return }
  guard loop.isCurrentThread else { return loop.reportOffThread("kmk_loop_set_diagnostics") }
  guard let fn else {
    loop.onIssue = nil
    return
  }
  loop.onIssue = { Diagnostic.deliver($0, to: fn, userData) }
}

@_cdecl("kmk_loop_report_reentrant_sends") @implementation
public func kmk_loop_report_reentrant_sends(_ loop: OpaquePointer!, _ enabled: Bool) {
  guard let loop = Handle<LoopHandle>.borrow(loop)?.loop else { return }
  guard loop.isCurrentThread else {
    return loop.reportOffThread("kmk_loop_report_reentrant_sends")
  }
  loop.reportsReentrantSends = enabled
}
