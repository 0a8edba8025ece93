public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_effect_send") @implementation
public func kmk_effect_send(_ action: UnsafePointer<json_t>!) -> OpaquePointer! {
  CEffect.new(stealing: json_incref(node(action)), "kmk_effect_send") { .send($0) }
}

@_cdecl("kmk_effect_send_new") @implementation
public func kmk_effect_send_new(_ action: UnsafeMutablePointer<json_t>!) -> OpaquePointer! {
  CEffect.new(stealing: action, "kmk_effect_send_new") { .send($0) }
}

@_cdecl("kmk_effect_after_new") @implementation
public func kmk_effect_after_new(
  _ nanoseconds: UInt64, _ action: UnsafeMutablePointer<json_t>!
) -> OpaquePointer! {
  CEffect.new(stealing: action, "kmk_effect_after_new") { .after(nanoseconds: nanoseconds, $0) }
}

@_cdecl("kmk_effect_every_new") @implementation
public func kmk_effect_every_new(
  _ nanoseconds: UInt64, _ action: UnsafeMutablePointer<json_t>!
) -> OpaquePointer! {
  CEffect.new(stealing: action, "kmk_effect_every_new") {
    nanoseconds > 0
      ? .every(nanoseconds: nanoseconds, $0) : .invalid("kmk_effect_every_new: an interval of 0")
  }
}

@_cdecl("kmk_effect_start") @implementation
public func kmk_effect_start(
  _ start: kmk_start_fn!, _ cancel: kmk_cancel_fn!, _ user_data: UnsafeMutableRawPointer!,
  _ free_fn: kmk_free_fn!
) -> OpaquePointer! {
  let owner = UserData.owner(user_data, free_fn)
  guard let start else { return CEffect.invalid("kmk_effect_start: start is NULL") }
  return CEffect.new(StartDriver.self, CCall(start, cancel, user_data), owner)
}

@_cdecl("kmk_effect_blocking") @implementation
public func kmk_effect_blocking(
  _ run: kmk_blocking_fn!, _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!
) -> OpaquePointer! {
  let owner = UserData.owner(user_data, free_fn)
  guard let run else { return CEffect.invalid("kmk_effect_blocking: run is NULL") }
  return CEffect.new(BlockingDriver.self, CCall(run, nil, user_data), owner)
}

@_cdecl("kmk_effect_dismiss") @implementation
public func kmk_effect_dismiss(_ env: OpaquePointer!) -> OpaquePointer! {
  env == nil ? CEffect.invalid("kmk_effect_dismiss: env is NULL") : CEffect.new(.dismiss)
}

@_cdecl("kmk_effect_merge") @implementation
public func kmk_effect_merge(
  _ count: Int, _ effects: UnsafePointer<OpaquePointer?>!
) -> OpaquePointer! {
  CEffect.new("kmk_effect_merge", of: effects, count) { .merge($0) }
}

@_cdecl("kmk_effect_concatenate") @implementation
public func kmk_effect_concatenate(
  _ count: Int, _ effects: UnsafePointer<OpaquePointer?>!
) -> OpaquePointer! {
  CEffect.new("kmk_effect_concatenate", of: effects, count) { .concatenate($0) }
}

@_cdecl("kmk_effect_cancellable") @implementation
public func kmk_effect_cancellable(
  _ effect: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ cancel_in_flight: Bool
) -> OpaquePointer! {
  let effect = CEffect.consume(effect)
  guard let id = try? text(id, "id") else {
    return CEffect.invalid("kmk_effect_cancellable: id is NULL or not UTF-8")
  }
  return CEffect.new(
    effect.cancellable(anyID: AnyHashable(CancelText(id)), cancelInFlight: cancel_in_flight))
}

@_cdecl("kmk_effect_cancel") @implementation
public func kmk_effect_cancel(_ id: UnsafePointer<CChar>!) -> OpaquePointer! {
  guard let id = try? text(id, "id") else {
    return CEffect.invalid("kmk_effect_cancel: id is NULL or not UTF-8")
  }
  return CEffect.new(.cancel(anyID: AnyHashable(CancelText(id))))
}

@_cdecl("kmk_effect_delay") @implementation
public func kmk_effect_delay(_ effect: OpaquePointer!, _ nanoseconds: UInt64) -> OpaquePointer! {
  let effect = CEffect.consume(effect)
  return CEffect.new(effect.delay(nanoseconds: nanoseconds))
}

@_cdecl("kmk_effect_debounce") @implementation
public func kmk_effect_debounce(
  _ effect: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ nanoseconds: UInt64
) -> OpaquePointer! {
  let effect = CEffect.consume(effect)
  guard let id = try? text(id, "id") else {
    return CEffect.invalid("kmk_effect_debounce: id is NULL or not UTF-8")
  }
  return CEffect.new(effect.debounce(anyID: AnyHashable(CancelText(id)), nanoseconds: nanoseconds))
}

@_cdecl("kmk_effect_throttle") @implementation
public func kmk_effect_throttle(
  _ effect: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ nanoseconds: UInt64, _ latest: Bool
) -> OpaquePointer! {
  let effect = CEffect.consume(effect)
  guard let id = try? text(id, "id") else {
    return CEffect.invalid("kmk_effect_throttle: id is NULL or not UTF-8")
  }
  return CEffect.new(
    effect.throttle(anyID: AnyHashable(CancelText(id)), nanoseconds: nanoseconds, latest: latest))
}

@_cdecl("kmk_effect_catch") @implementation
public func kmk_effect_catch(
  _ effect: OpaquePointer!, _ fn: kmk_catch_fn!, _ user_data: UnsafeMutableRawPointer!,
  _ free_fn: kmk_free_fn!
) -> OpaquePointer! {
  let effect = CEffect.consume(effect)
  let userData = UserData(user_data, free_fn)
  guard let fn else { return CEffect.invalid("kmk_effect_catch: fn is NULL") }
  return CEffect.new(effect.catching(by: CFailureMap(fn, userData)))
}

@_cdecl("kmk_effect_free") @implementation
public func kmk_effect_free(_ effect: OpaquePointer!) { CEffect.free(effect) }
