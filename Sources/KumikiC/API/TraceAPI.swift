public import CKumiki
internal import CKumikiCalls
internal import Kumiki
internal import KumikiJSON

@c @implementation public func kmk_store_trace(
  _ store: CHandle!, _ options: CStructs<kmk_trace_options>!, _ fn: kmk_trace_fn!,
  _ user_data: CData!, _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let callback = Callback<(JSON) -> Void>(fn, user_data, free_fn)
  return withStore(store, orNull: error) { store in
    let tell = try callback.get()
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
    let end = try store.trace().add(inverse: !options.omits_inverse, settled: settled, tell)
    return SubscriptionHandle(to: store.source, end).retained()
  }
}

/// For the recorder in C: the clock of a store's loop.
@c(kumiki_trace_clock) @implementation
public func kumiki_trace_clock(_ store: CHandle!) -> UInt64 {
  Handle<StoreHandle>.borrow(store)?.table.loop.now ?? 0
}

/// For the recorder in C: whether the first line of a log is a header of the form that this library writes.
@c(kumiki_check_log_header) @implementation
public func kumiki_check_log_header(
  _ line: UnsafePointer<CChar>!, _ size: Int, _ error: CError!
) -> kmk_status {
  answering(error) {
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: line, count: size))
    try JSONLogLine(bytes, bytes.indices).checkForm()
  }
}

/// For the recorder in C: a log's hash with a value added to it.
@c(kumiki_log_hash) @implementation
public func kumiki_log_hash(_ hash: UInt64, _ value: CJSON!) -> UInt64 {
  borrowed(value).map { JSON.logHash(hash, $0) } ?? hash
}

/// For the recorder in C: where the parts are whose bindings an action writes.
@c(kumiki_binding_places) @implementation
public func kumiki_binding_places(_ store: CHandle!, _ action: CJSON!) -> CNewJSON! {
  let trace = try? Handle<StoreHandle>.borrow(store)?.trace()
  let places = borrowed(action).flatMap { trace?.bindingPlaces(of: $0) } ?? []
  return new(JSON(elements: places.map { JSON(stringLiteral: $0.text) }).retained())
}

/// For the recorder in C: whether there can be such a secret.
@c(kumiki_check_secret) @implementation
public func kumiki_check_secret(
  _ store: CHandle!, _ secret: CText!, _ error: CError!
) -> kmk_status {
  answering(error) {
    guard let source = Handle<StoreHandle>.borrow(store)?.source else { return }
    let secret = try text(secret, "secret_paths")
    guard secret.hasPrefix("/") else {
      return try source.checkActions(JSONCasePath(secret).names, "secret_paths")
    }
    try source.checkPlaces(JSONPointer(secret).keys, "secret_paths")
  }
}

/// For the recorder in C: whether features in Swift can read a state without its secrets.
@c(kumiki_check_open_state) @implementation
public func kumiki_check_open_state(
  _ store: CHandle!, _ state: CJSON!, _ error: CError!
) -> kmk_status {
  answering(error) {
    guard let trace = try? Handle<StoreHandle>.borrow(store)?.trace(), let state = borrowed(state)
    else { return }
    do throws(JSONError) { try trace.checkSubstates(in: state) } catch {
      var refused = error
      refused.message +=
        "; a secret place of a feature in Swift must be optional there, since a replay has null"
      throw refused
    }
  }
}

/// For the recorder in C: the issue of a file that cannot be written.
@c(kumiki_record_failed) @implementation
public func kumiki_record_failed(_ store: CHandle!, _ message: CText!) {
  Handle<StoreHandle>.borrow(store)?.table.report(.recordFailed, lossyText(message) ?? "")
}

// MARK: - Replays

@c @implementation public func kmk_replay_open(
  _ path: CText!, _ reducer: CHandle!, _ error: CError!
) -> CHandle! { unsafe kmk_replay_open_at(path, reducer, 0, error) }

@c @implementation public func kmk_replay_open_at(
  _ path: CText!, _ reducer: CHandle!, _ step: UInt64, _ error: CError!
) -> CHandle! {
  let reducer = ReducerHandle.part(reducer, "reducer")
  return answering(orNull: error) {
    let path = try filePath(path)
    return try ReplayHandle(path, try reducer.get(), at: step).retained()
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
