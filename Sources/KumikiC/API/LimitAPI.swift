public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_loop_set_limit(
  _ loop: CHandle!, _ limit: kmk_limit, _ value: UInt64
) -> kmk_status {
  answering(nil) {
    let loop = try LoopHandle.loop(loop)
    try loop.check()
    guard value > 0 else { throw Failure.invalid("a limit of 0 would let nothing in") }
    let number = Int(clamping: value)
    let values = min(number, Loop.standardValueLimit)
    switch limit {
    case KMK_LIMIT_STATE_VALUES: loop.stateValueLimit = values
    case KMK_LIMIT_STATE_BYTES: loop.stateByteLimit = number
    case KMK_LIMIT_ACTION_VALUES: loop.actionValueLimit = values
    case KMK_LIMIT_ACTION_BYTES: loop.actionByteLimit = number
    case KMK_LIMIT_WAITING_ACTIONS: loop.waitingActionLimit = number
    case KMK_LIMIT_BURST_ACTIONS: loop.burstLimit = value
    case KMK_LIMIT_EFFECTS: loop.effectLimit = number
    case KMK_LIMIT_OBSERVERS: loop.observerLimit = number
    default: throw Failure.invalid("a loop has no such limit")
    }
  }
}

@c @implementation
public func kmk_loop_limit(_ loop: CHandle!, _ limit: kmk_limit) -> UInt64 {
  guard let loop = try? LoopHandle.loop(loop), (try? loop.check()) != nil else { return 0 }
  return switch limit {
  case KMK_LIMIT_STATE_VALUES: UInt64(loop.stateValueLimit)
  case KMK_LIMIT_STATE_BYTES: size(loop.stateByteLimit)
  case KMK_LIMIT_ACTION_VALUES: UInt64(loop.actionValueLimit)
  case KMK_LIMIT_ACTION_BYTES: size(loop.actionByteLimit)
  case KMK_LIMIT_WAITING_ACTIONS: size(loop.waitingActionLimit)
  case KMK_LIMIT_BURST_ACTIONS: loop.burstLimit
  case KMK_LIMIT_EFFECTS: size(loop.effectLimit)
  case KMK_LIMIT_OBSERVERS: size(loop.observerLimit)
  default: 0
  }
}

/// The limit in C's form: the greatest number stands for "no limit".
private func size(_ limit: Int) -> UInt64 { limit == .max ? .max : UInt64(limit) }

@c @implementation public func kmk_loop_set_interrupt(
  _ loop: CHandle!, _ fn: kmk_interrupt_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) {
  let callback = Callback<() -> Bool>(fn, user_data, free_fn)
  guard let loop = try? LoopHandle.loop(loop), loop.isOnItsThread() else { return }
  loop.ending { loop.interrupt = try? callback.get() }
}
