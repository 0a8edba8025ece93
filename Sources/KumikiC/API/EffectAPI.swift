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
  sending(action, .after(nanoseconds))
}

@c @implementation
public func kmk_effect_at_new(_ date: Int64, _ action: CNewJSON!) -> CHandle! {
  sending(action, .at(date))
}

@c @implementation public func kmk_effect_daily_new(
  _ hour: UInt32, _ minute: UInt32, _ action: CNewJSON!
) -> CHandle! {
  sending(action, .daily(hour, minute))
}

@c @implementation public func kmk_effect_woken_new(_ action: CNewJSON!) -> CHandle! {
  sending(action, .each(.woken))
}

@c @implementation public func kmk_effect_clock_set_new(_ action: CNewJSON!) -> CHandle! {
  sending(action, .each(.clockSet))
}

@c @implementation
public func kmk_effect_every_new(_ nanoseconds: UInt64, _ action: CNewJSON!) -> CHandle! {
  sending(action, .every(nanoseconds))
}

/// When an effect sends its action.
private enum Sending {
  case after(UInt64), at(Int64), daily(UInt32, UInt32), every(UInt64), each(TimerClock)
}

/// One function for all of them, because the compiler copies `CEffect.new` for each closure.
@inline(never)
@safe private func sending(
  _ action: CNewJSON!, _ when: Sending, function: StaticString = #function
) -> CHandle! {
  CEffect.new(stealing: action, function: function) { action in
    switch when {
    case .after(let nanoseconds): return .after(nanoseconds: nanoseconds, action)
    case .at(let date): return .at(date: date, action)
    case .daily(let hour, let minute):
      return .daily(hour: Int(hour), minute: Int(minute), action)
    case .every(let nanoseconds):
      guard nanoseconds > 0 else { throw Failure.invalid("an interval of 0") }
      return .every(nanoseconds: nanoseconds, action)
    case .each(let event): return .each(event, action)
    }
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
  named(effect, id, .cancellable(inFlight: cancel_in_flight))
}

@c @implementation public func kmk_effect_cancel(_ id: CText!) -> CHandle! {
  named(nil, id, .cancel)
}

@c @implementation
public func kmk_effect_delay(_ effect: CHandle!, _ nanoseconds: UInt64) -> CHandle! {
  CEffect.new(CEffect.consume(effect).delay(nanoseconds: nanoseconds))
}

@c @implementation
public func kmk_effect_counting_sleep(_ effect: CHandle!) -> CHandle! {
  CEffect.new(CEffect.consume(effect).countingSleep())
}

@c @implementation public func kmk_effect_debounce(
  _ effect: CHandle!, _ id: CText!, _ nanoseconds: UInt64
) -> CHandle! {
  named(effect, id, .debounce(nanoseconds))
}

@c @implementation public func kmk_effect_throttle(
  _ effect: CHandle!, _ id: CText!, _ nanoseconds: UInt64, _ latest: Bool
) -> CHandle! {
  named(effect, id, .throttle(nanoseconds, latest: latest))
}

/// An operator that gives an effect an id.
private enum Naming {
  case cancellable(inFlight: Bool), cancel, debounce(UInt64), throttle(UInt64, latest: Bool)
}

/// One function for all of them; see ``sending(_:_:function:)``.
@inline(never)
@safe private func named(
  _ effect: CHandle!, _ id: CText!, _ use: Naming, function: StaticString = #function
) -> CHandle! {
  CEffect.new(of: effect, id, function: function) { effect, id in
    switch use {
    case .cancellable(let inFlight): effect.cancellable(anyID: id, cancelInFlight: inFlight)
    case .cancel: .cancel(anyID: id)
    case .debounce(let nanoseconds): effect.debounce(anyID: id, nanoseconds: nanoseconds)
    case .throttle(let nanoseconds, let latest):
      effect.throttle(anyID: id, nanoseconds: nanoseconds, latest: latest)
    }
  }
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
