public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_store_new") @implementation
public func kmk_store_new(
  _ loop: OpaquePointer!, _ reducer: OpaquePointer!, _ initial_state: UnsafePointer<json_t>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let reducer = Result { try ReducerHandle.consume(reducer, "reducer") }
  return answering(orNull: error) {
    let reducer = try reducer.get()
    let live = try usableLoop(loop)
    let state = try node(initial_state, "initial_state")
    let source = try JSONStoreSource(StoreHome(live, loop!), reducer, state)
    return StoreHandle(source, loop!).retained()
  }
}

@_cdecl("kmk_store_open") @implementation
public func kmk_store_open(
  _ loop: OpaquePointer!, _ feature: UnsafePointer<CChar>!,
  _ initial_state: UnsafePointer<json_t>!, _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  answering(orNull: error) {
    let name = try text(feature, "feature")
    let live = try usableLoop(loop)
    let home = StoreHome(live, loop!)
    let source = try FeatureRegistry.shared.open(name, home, node(initial_state))
    return StoreHandle(source, loop!).retained()
  }
}

/// A loop that a store may be made on: open, and the calling thread's.
private func usableLoop(_ handle: OpaquePointer?) throws -> Loop {
  guard let loop = Handle<LoopHandle>.borrow(handle)?.loop else { throw Failure.isNull("loop") }
  guard !loop.isClosed else { throw Failure.closed }
  guard loop.isCurrentThread else { throw Failure.wrongThread }
  return loop
}

@_cdecl("kmk_store_free") @implementation
public func kmk_store_free(_ store: OpaquePointer!) { Handle<StoreHandle>.letGo(store) }

@_cdecl("kmk_store_loop") @implementation
public func kmk_store_loop(_ store: OpaquePointer!) -> OpaquePointer! {
  guard let store = Handle<StoreHandle>.borrow(store), store.loop.isCurrentThread,
    !store.loop.isGivenUp
  else { return nil }
  return store.loopHandle
}

@_cdecl("kmk_store_effect_count") @implementation
public func kmk_store_effect_count(_ store: OpaquePointer!) -> Int {
  guard let store = Handle<StoreHandle>.borrow(store), (try? store.check()) != nil else { return 0 }
  return store.table.count
}

// MARK: - Sending

/// Sends an action that stays the caller's.
private func send(
  _ store: OpaquePointer?, _ action: JSONNode?, _ error: UnsafeMutablePointer<kmk_error>?
) -> kmk_status {
  answering(error) {
    let store = try StoreHandle.at(store)
    guard let action else { throw Failure.isNull("action") }
    _ = try store.send(action, isTracked: false)
  }
}

@_cdecl("kmk_store_send") @implementation
public func kmk_store_send(
  _ store: OpaquePointer!, _ action: UnsafePointer<json_t>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  send(store, node(action), error)
}

@_cdecl("kmk_store_send_new") @implementation
public func kmk_store_send_new(
  _ store: OpaquePointer!, _ action: UnsafeMutablePointer<json_t>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  defer { action?.releaseDeep() }
  return send(store, action, error)
}

@_cdecl("kmk_store_send_text") @implementation
public func kmk_store_send_text(
  _ store: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  sendText(store, json, json.map(\.length) ?? 0, error)
}

@_cdecl("kmk_store_send_textn") @implementation
public func kmk_store_send_textn(
  _ store: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ length: Int,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  sendText(store, json, length, error)
}

private func sendText(
  _ store: OpaquePointer?, _ json: UnsafePointer<CChar>?, _ length: Int,
  _ error: UnsafeMutablePointer<kmk_error>?
) -> kmk_status {
  answering(error) {
    let store = try StoreHandle.at(store)
    guard let json else { throw Failure.isNull("json") }
    _ = try store.send(text: UnsafeRawBufferPointer(members(json, length, "json")))
  }
}

extension UnsafePointer<CChar> {
  fileprivate var length: Int {
    var end = self
    while end.pointee != 0 { end += 1 }
    return end - self
  }
}

// MARK: - Presentations

/// Sends a slot's action: `body` makes what stands under the case path.
private func sendSlot(
  _ store: OpaquePointer?, _ actionCase: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<kmk_error>?, _ body: (StoreHandle, JSONCasePath) throws -> JSON
) -> kmk_status {
  answering(error) {
    let store = try StoreHandle.at(store)
    try store.check()
    let path = try casePath(actionCase)
    let action = path.wrap(try body(store, path))
    _ = try action.withNode { try store.send($0) }
  }
}

@_cdecl("kmk_store_present") @implementation
public func kmk_store_present(
  _ store: OpaquePointer!, _ action_case: UnsafePointer<CChar>!,
  _ state_or_null: UnsafePointer<json_t>!, _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  sendSlot(store, action_case, error) { _, _ in
    guard let state = node(state_or_null) else { return JSONActionForm.present(nil) }
    try JSONMeasure.check(state)
    return JSONActionForm.present(JSON(borrowing: state))
  }
}

@_cdecl("kmk_store_dismiss") @implementation
public func kmk_store_dismiss(
  _ store: OpaquePointer!, _ action_case: UnsafePointer<CChar>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  sendSlot(store, action_case, error) { _, _ in JSONActionForm.dismiss }
}

@_cdecl("kmk_store_dismiss_id") @implementation
public func kmk_store_dismiss_id(
  _ store: OpaquePointer!, _ action_case: UnsafePointer<CChar>!, _ id: UnsafePointer<CChar>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  sendSlot(store, action_case, error) { store, path in
    let id = try text(id, "id")
    try store.checkReading()
    guard let pointer = store.slotPointer(for: path), try store.slot(at: pointer).slot.id == id
    else {
      throw Failure(KMK_ERR_NOT_FOUND, "no presentation \"\(id)\" is up under \(path.text)")
    }
    return JSONActionForm.dismiss
  }
}

@_cdecl("kmk_store_presented") @implementation
public func kmk_store_presented(
  _ store: OpaquePointer!, _ action_case: UnsafePointer<CChar>!, _ action: UnsafePointer<json_t>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  sendSlot(store, action_case, error) { _, _ in
    let action = try node(action, "action")
    try JSONMeasure.check(action)
    return JSONActionForm.presented(JSON(borrowing: action))
  }
}
