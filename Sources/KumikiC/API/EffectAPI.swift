public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_effect_send(_ action: CJSON!) -> CHandle! {
  CEffect.send(stealing: retained(action))
}

@c @implementation public func kmk_effect_send_new(_ action: CNewJSON!) -> CHandle! {
  CEffect.send(stealing: action)
}

@c @implementation
public func kmk_effect_after_new(_ nanoseconds: UInt64, _ action: CNewJSON!) -> CHandle! {
  CEffect.new(stealing: action) { .after(nanoseconds: nanoseconds, $0) }
}

@c @implementation
public func kmk_effect_at_new(_ date: Int64, _ action: CNewJSON!) -> CHandle! {
  CEffect.new(stealing: action) { .at(date: date, $0) }
}

@c @implementation public func kmk_effect_daily_new(
  _ hour: UInt32, _ minute: UInt32, _ action: CNewJSON!
) -> CHandle! {
  CEffect.new(stealing: action) { .daily(hour: Int(hour), minute: Int(minute), $0) }
}

@c @implementation
public func kmk_effect_every_new(_ nanoseconds: UInt64, _ action: CNewJSON!) -> CHandle! {
  CEffect.new(stealing: action) { action in
    guard nanoseconds > 0 else { throw Failure.invalid("an interval of 0") }
    return .every(nanoseconds: nanoseconds, action)
  }
}

@c @implementation public func kmk_effect_start(
  _ start: kmk_start_fn!, _ cancel: kmk_cancel_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  CEffect.new(StartDriver.self, start, "start", cancel, user_data, free_fn)
}

@c @implementation public func kmk_effect_blocking(
  _ run: kmk_blocking_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  CEffect.new(BlockingDriver.self, run, "run", nil, user_data, free_fn)
}

@c @implementation public func kmk_effect_dismiss(_ env: CHandle!) -> CHandle! {
  CEffect.new {
    guard context(env) != nil else { throw Failure.isNull("env") }
    return .dismiss
  }
}

@c @implementation
public func kmk_effect_merge(_ count: Int, _ effects: CStructs<CHandle?>!) -> CHandle! {
  CEffect.new { .merge(try CEffect.consume(effects, count)) }
}

@c @implementation
public func kmk_effect_concatenate(_ count: Int, _ effects: CStructs<CHandle?>!) -> CHandle! {
  CEffect.new { .concatenate(try CEffect.consume(effects, count)) }
}

@c @implementation public func kmk_effect_cancellable(
  _ effect: CHandle!, _ id: CText!, _ cancel_in_flight: Bool
) -> CHandle! {
  CEffect.new(of: effect, id) { $0.cancellable(anyID: $1, cancelInFlight: cancel_in_flight) }
}

@c @implementation public func kmk_effect_cancel(_ id: CText!) -> CHandle! {
  CEffect.new(of: nil, id) { .cancel(anyID: $1) }
}

@c @implementation
public func kmk_effect_delay(_ effect: CHandle!, _ nanoseconds: UInt64) -> CHandle! {
  CEffect.new(CEffect.consume(effect).delay(nanoseconds: nanoseconds))
}

@c @implementation public func kmk_effect_debounce(
  _ effect: CHandle!, _ id: CText!, _ nanoseconds: UInt64
) -> CHandle! {
  CEffect.new(of: effect, id) { $0.debounce(anyID: $1, nanoseconds: nanoseconds) }
}

@c @implementation public func kmk_effect_throttle(
  _ effect: CHandle!, _ id: CText!, _ nanoseconds: UInt64, _ latest: Bool
) -> CHandle! {
  CEffect.new(of: effect, id) { $0.throttle(anyID: $1, nanoseconds: nanoseconds, latest: latest) }
}

@c @implementation public func kmk_effect_catch(
  _ effect: CHandle!, _ fn: kmk_catch_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  let effect = CEffect.consume(effect)
  let callback = Callback<(JSON) -> JSON?>(fn, user_data, free_fn)
  return CEffect.new { try callback.catching(effect) }
}

@c @implementation public func kmk_effect_timeout_new(
  _ effect: CHandle!, _ nanoseconds: UInt64, _ action: CNewJSON!
) -> CHandle! {
  let effect = CEffect.consume(effect)
  return CEffect.new(stealing: action) { effect.timeout(nanoseconds: nanoseconds, $0) }
}

@c @implementation public func kmk_effect_retry(
  _ effect: CHandle!, _ times: UInt32, _ options: CStructs<kmk_retry_options>!
) -> CHandle! {
  let effect = CEffect.consume(effect)
  return CEffect.new {
    let (policy, names) = try RetryPolicy.c(options)
    return effect.retry(Int(times), policy) { error in
      guard let names else { return true }
      let failure = EffectFailure(any: error).json
      let name = failure.string ?? failure[key: "type"]?.string
      return (name ?? (failure.count == 1 ? failure.keys.first : nil))
        .map { names.contains(ExactText($0)) } ?? false
    }
  }
}

@c @implementation public func kmk_effect_free(_ effect: CHandle!) { _ = CEffect.consume(effect) }
