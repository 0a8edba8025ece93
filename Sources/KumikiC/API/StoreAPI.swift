public import CKumiki
internal import CKumikiRecorder
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_store_new(
  _ loop: CHandle!, _ reducer: CHandle!, _ initial_state: CJSON!, _ error: CError!
) -> CHandle! {
  let reducer = ReducerHandle.part(reducer, "reducer")
  return answering(orNull: error) {
    let reducer = try reducer.get()
    let home = try StoreHome(Handle.at(loop, "loop"))
    let state = JSON(borrowing: try given(node(initial_state), "initial_state"))
    let source = try JSONStoreSource(home, reducer, state)
    return recorded(StoreHandle(source, home.loopHandle))
  }
}

/// Returns a new store's handle for the program, after starting a recorder if the environment asks for one.
@safe func recorded(_ store: StoreHandle) -> CHandle {
  let handle = store.retained()
  unsafe kumiki_record_as_asked(handle)
  return unsafe handle
}

@c @implementation public func kmk_store_open(
  _ loop: CHandle!, _ feature: CText!, _ initial_state: CJSON!, _ error: CError!
) -> CHandle! {
  answering(orNull: error) {
    let name = try text(feature, "feature")
    let home = try StoreHome(Handle.at(loop, "loop"))
    let source = try FeatureRegistry.shared.open(name, home, borrowed(initial_state))
    return StoreHandle(source, home.loopHandle).retained()
  }
}

@c @implementation public func kmk_store_replace_reducer(
  _ store: CHandle!, _ reducer: CHandle!, _ error: CError!
) -> kmk_status {
  let reducer = ReducerHandle.part(reducer, "reducer")
  return withStore(store, error) { try $0.replaceReducer(try reducer.get()) }
}

@c @implementation
public func kmk_store_free(_ store: CHandle!) { Handle<StoreHandle>.release(store) }

@c @implementation public func kmk_store_loop(_ store: CHandle!) -> CHandle! {
  guard let store = Handle<StoreHandle>.borrow(store), store.loop.isCurrentThread,
    !store.loop.isGivenUp
  else { return nil }
  return store.loopHandle.object.borrowed()
}

@c @implementation public func kmk_store_effect_count(_ store: CHandle!) -> Int {
  guard let store = Handle<StoreHandle>.borrow(store), (try? store.loop.check()) != nil,
    !store.core.isEnded
  else { return 0 }
  return store.core.count
}

// MARK: - Sending

@c @implementation
public func kmk_store_send(_ store: CHandle!, _ action: CJSON!, _ error: CError!) -> kmk_status {
  sending(store, error, try given(node(action), "action")) {
    try $0.source.send($1, through: $0.view, isTracked: false)
  }
}

@c @implementation public func kmk_store_send_new(
  _ store: CHandle!, _ action: CNewJSON!, _ error: CError!
) -> kmk_status {
  defer { release(action) }
  return sending(store, error, try given(node(action), "action")) {
    try $0.source.send($1, through: $0.view, isTracked: false)
  }
}

@c @implementation
public func kmk_store_send_text(_ store: CHandle!, _ json: CText!, _ error: CError!) -> kmk_status {
  sending(store, error, try bytes(json, nil, "json")) {
    try $0.source.send(text: $1, through: $0.view)
  }
}

@c @implementation public func kmk_store_send_textn(
  _ store: CHandle!, _ json: CText!, _ length: Int, _ error: CError!
) -> kmk_status {
  sending(store, error, try bytes(json, length, "json")) {
    try $0.source.send(text: $1, through: $0.view)
  }
}

// MARK: - Presentations

extension StoreHandle {
  /// Sends a slot's action. `body` makes the value from the case path.
  fileprivate func send(
    slot path: CStringView?, _ body: (JSONCasePath) throws -> JSON
  ) throws {
    try check()
    let path = try casePath(path, "action_case")
    try send(path.wrap(try body(path)))
  }
}

@c @implementation public func kmk_store_present(
  _ store: CHandle!, _ action_case: CText!, _ state_or_null: CJSON!, _ error: CError!
) -> kmk_status {
  withStore(store, error) {
    try $0.send(slot: CStringView(action_case)) { _ in
      JSONActionForm.present(try borrowed(state_or_null).map { try required($0, "state") })
    }
  }
}

@c @implementation public func kmk_store_dismiss(
  _ store: CHandle!, _ action_case: CText!, _ error: CError!
) -> kmk_status {
  withStore(store, error) {
    try $0.send(slot: CStringView(action_case)) { _ in JSONActionForm.dismiss }
  }
}

@c @implementation public func kmk_store_dismiss_id(
  _ store: CHandle!, _ action_case: CText!, _ id: CText!, _ error: CError!
) -> kmk_status {
  withStore(store, error) { store in
    try store.send(slot: CStringView(action_case)) { path in
      let id = try text(id, "id")
      try store.checkReading()
      guard let pointer = store.source.slotPointer(for: path, in: store.place),
        try store.slot(at: pointer)?.id == ExactText(id)
      else {
        throw Failure(KMK_ERR_NOT_FOUND, "no presentation \"\(id)\" is up under \(path.text)")
      }
      return JSONActionForm.dismiss
    }
  }
}

@c @implementation public func kmk_store_presented(
  _ store: CHandle!, _ action_case: CText!, _ action: CJSON!, _ error: CError!
) -> kmk_status {
  withStore(store, error) {
    try $0.send(slot: CStringView(action_case)) { _ in
      JSONActionForm.presented(try json(action, "action"))
    }
  }
}
