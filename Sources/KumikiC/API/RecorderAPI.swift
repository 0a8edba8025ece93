public import CKumiki
internal import CKumikiRecorder
internal import KumikiValues
internal import KumikiJSON

// The functions that the recorder in C (sides/recorder) calls, besides the public API.

/// The time of a store's loop.
@c(kumiki_trace_clock) @implementation
public func kumiki_trace_clock(_ store: CHandle!) -> UInt64 {
  Handle<StoreHandle>.borrow(store)?.core.loop.now ?? 0
}

/// Checks that the first line of a log is a header in this library's format.
@c(kumiki_check_log_header) @implementation
public func kumiki_check_log_header(
  _ line: UnsafePointer<CChar>!, _ size: Int, _ error: CError!
) -> kmk_status {
  answering(error) {
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: line, count: size))
    try JSONLogLine(bytes, bytes.indices).checkForm()
  }
}

/// Returns a log's hash with a value added to it.
@c(kumiki_log_hash) @implementation
public func kumiki_log_hash(_ hash: CJSON!, _ value: CJSON!) -> CNewJSON! {
  guard let before = borrowed(hash)?.string.flatMap({ UInt64($0, radix: 16) }),
    let value = borrowed(value)
  else { return nil }
  let after = JSON(stealing: .hash(JSON.logHash(before, value)))
  return after.isLacking ? nil : new(after.retained())
}

/// Returns the places that the bindings of an action write.
@c(kumiki_binding_places) @implementation
public func kumiki_binding_places(_ store: CHandle!, _ action: CJSON!) -> CNewJSON! {
  let trace = try? Handle<StoreHandle>.borrow(store)?.trace()
  let places = borrowed(action).flatMap { trace?.bindingPlaces(of: $0) } ?? []
  return new(JSON(elements: places.map { JSON(stringLiteral: $0.text) }).retained())
}

/// Checks that a secret place or action can exist.
@c(kumiki_check_secret) @implementation
public func kumiki_check_secret(
  _ store: CHandle!, _ secret: CText!, _ error: CError!
) -> kmk_status {
  answering(error) {
    guard let source = Handle<StoreHandle>.borrow(store)?.source else { return }
    let secret = try text(secret, "secret_paths")
    if secret.hasPrefix("/") {
      let keys = try JSONPointer(secret).keys
      try source.documented?.checkPlaces(keys, "secret_paths")
    } else {
      let names = try JSONCasePath(secret).names
      try source.documented?.checkActions(names, "secret_paths")
    }
  }
}

/// Checks that Swift features can read a state without its secrets.
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

/// Raises the issue of a file that is written again.
@c(kumiki_record_resumed) @implementation
public func kumiki_record_resumed(_ store: CHandle!, _ message: CText!) {
  Handle<StoreHandle>.borrow(store)?.core.report(.recordResumed, lossyText(message) ?? "")
}

/// Calls a function at a time of the loop's clock.
@c(kumiki_record_later) @implementation
public func kumiki_record_later(
  _ store: CHandle!, _ time: UInt64, _ function: kmk_loop_fn!, _ end: kmk_free_fn!, _ data: CData!
) {
  let callback = Callback<@Sendable () -> Void>(function, data, end)
  guard let loop = Handle<StoreHandle>.borrow(store)?.core.loop, let run = try? callback.get()
  else { return }
  loop.schedule(at: time) { run() }
}

/// Raises the issue of a file that cannot be written.
@c(kumiki_record_failed) @implementation
public func kumiki_record_failed(_ store: CHandle!, _ message: CText!) {
  Handle<StoreHandle>.borrow(store)?.core.report(.recordFailed, lossyText(message) ?? "")
}
