public import CKumiki
internal import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_store_trace(
  _ store: CHandle!, _ options: CStructs<kmk_trace_options>!, _ fn: kmk_trace_fn!,
  _ user_data: CData!, _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let callback = Callback<(JSONNode?) -> Void>(fn, user_data, free_fn)
  return withStore(store, orNull: error) { store in
    let notify = try callback.get()
    let standard = kumiki_default_trace_options
    let options =
      try sized(
        options, "options", standard, first: kumiki_first_trace_options,
        "; use KMK_TRACE_OPTIONS_INIT") ?? standard
    try store.checkObservers()
    let settled = unsafe options.settled.map { fn in
      { [data = callback.userData] haveChanged in
        calling("kmk_settled_fn") { unsafe fn(haveChanged, data.pointer) }
      }
    }
    let begins = unsafe options.begins.map { fn in
      { [data = callback.userData] (action: JSONNode?) in
        calling("kmk_trace_options.begins") { unsafe fn(lent(action), data.pointer) }
      }
    }
    let listened = JSONTrace.Options(
      inverse: !options.omits_inverse, hasDurations: options.has_durations,
      hasTransient: !options.omits_transient, begins: begins, settled: settled)
    let end = try store.trace().add(listened, notify)
    return SubscriptionHandle(to: store.source, end).retained()
  }
}

// MARK: - Replays

@c @implementation public func kmk_replay_open(
  _ path: CText!, _ reducer: CHandle!, _ error: CError!
) -> CHandle! { unsafe kmk_replay_open_at(path, reducer, 0, error) }

@c @implementation public func kmk_replay_open_at(
  _ path: CText!, _ reducer: CHandle!, _ step: UInt64, _ error: CError!
) -> CHandle! {
  var options = unsafe kumiki_default_replay_options
  unsafe options.step = step
  return unsafe kmk_replay_open_with(path, reducer, &options, error)
}

@c @implementation public func kmk_replay_open_with(
  _ path: CText!, _ reducer: CHandle!, _ options: CStructs<kmk_replay_options>!, _ error: CError!
) -> CHandle! {
  let reducer = ReducerHandle.part(reducer, "reducer")
  return answering(orNull: error) {
    let path = try filePath(path)
    let standard = unsafe kumiki_default_replay_options
    let options =
      try unsafe sized(
        options, "options", standard, first: kumiki_first_replay_options,
        "; use KMK_REPLAY_OPTIONS_INIT") ?? standard
    let migrations = try unsafe JSONLogMigrations.read(options)
    return try unsafe ReplayHandle(path, try reducer.get(), at: options.step, migrating: migrations)
      .retained()
  }
}

@c @implementation public func kmk_replay_run(
  _ replay: CHandle!, _ step: UInt64, _ error: CError!
) -> kmk_status {
  answering(error) { try Handle<ReplayHandle>.at(replay, "replay").run(to: step) }
}

@c @implementation public func kmk_replay_step(_ replay: CHandle!) -> UInt64 {
  Handle<ReplayHandle>.borrow(replay)?.replay.step ?? 0
}

@c @implementation public func kmk_replay_divergence(_ replay: CHandle!) -> CNewJSON! {
  new(Handle<ReplayHandle>.borrow(replay)?.replay.divergence?.retained())
}

@c @implementation public func kmk_replay_store(_ replay: CHandle!) -> CHandle! {
  Handle<ReplayHandle>.borrow(replay)?.store.borrowed()
}

@c @implementation
public func kmk_replay_snapshot(_ replay: CHandle!, _ error: CError!) -> CHandle! {
  answering(orNull: error) {
    SnapshotHandle(try Handle<ReplayHandle>.at(replay, "replay").snapshot()).retained()
  }
}

@c @implementation
public func kmk_replay_free(_ replay: CHandle!) { Handle<ReplayHandle>.free(replay) }
