public import CKumiki
internal import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_effect_request_new(
  _ name: CText!, _ question: CNewJSON!, _ ask: CStructs<kmk_ask>!
) -> CHandle! {
  let question = taken(question)
  return CEffect.new {
    Effect(untyped: RequestEntry(try RequestQuestion.c(name, question, ask)))
  }
}

@c @implementation public func kmk_requests(
  _ base: CHandle!, _ count: Int, _ kinds: CStructs<kmk_request_kind>!
) -> CHandle! {
  ReducerHandle.new(base) { base in
    let kinds = try structs(kinds, count, "kinds") { kind in
      try unsafe (
        requestName(kind.name), text(kind.question, "a request's question"),
        optionalText(kind.answer, "a request's answer"),
        optionalText(kind.part, "a request's part"),
        optionalText(kind.failure, "a request's failure")
      )
    }
    return base.declaring(try JSONRequestKinds(kinds))
  }
}

// MARK: - Servers

@c @implementation public func kmk_loop_serve(
  _ loop: CHandle!, _ name: CText!, _ server: CStructs<kmk_server>!, _ error: CError!
) -> kmk_status {
  let server = Result { try RequestServer(name, server) }
  return answering(error) {
    let loop = try LoopHandle.loop(loop)
    try loop.check()
    try changing(try server.get().name, in: loop) { try loop.requests.serve(server.get()) }
  }
}

@c @implementation public func kmk_loop_unserve(
  _ loop: CHandle!, _ name: CText!, _ error: CError!
) -> kmk_status {
  answering(error) {
    let loop = try LoopHandle.loop(loop)
    try loop.check()
    let name = try text(name, "name")
    try changing(name, in: loop) { try loop.requests.unserve(name) }
  }
}

@c @implementation public func kmk_store_serve(
  _ store: CHandle!, _ name: CText!, _ server: CStructs<kmk_server>!, _ error: CError!
) -> kmk_status {
  let server = Result { try RequestServer(name, server) }
  return withStore(store, error) { store in
    let requests = try store.requests()
    try changing(try server.get().name, in: store.loop) { try requests.serve(server.get()) }
  }
}

@c @implementation public func kmk_store_unserve(
  _ store: CHandle!, _ name: CText!, _ error: CError!
) -> kmk_status {
  withStore(store, error) { store in
    let requests = try store.requests()
    let name = try text(name, "name")
    try changing(name, in: store.loop) { try requests.unserve(name) }
  }
}

/// Changes who serves a name.
private func changing(_ name: String, in loop: Loop, _ body: () throws -> Void) throws {
  do { try loop.noticingShortage(body) } catch let refusal as RequestServer.Refusal {
    throw Failure(refusal, name)
  }
}

extension StoreHandle {
  /// Returns the requests of the whole store.
  fileprivate func requests() throws -> StoreRequests {
    try check()
    guard view.isWhole else { throw Failure.invalid("a view has no servers: give the store") }
    return core.requests
  }
}

// MARK: - Replies

@c @implementation public func kmk_request_answer_new(
  _ request: CHandle!, _ value: CNewJSON!, _ error: CError!
) -> kmk_status { reply(.answer, request, value, error) }

@c @implementation public func kmk_request_fail_new(
  _ request: CHandle!, _ value: CNewJSON!, _ error: CError!
) -> kmk_status { reply(.failure, request, value, error) }

@c @implementation public func kmk_request_fail(
  _ request: CHandle!, _ message: CText!, _ error: CError!
) -> kmk_status {
  let value = JSON(stringLiteral: lossyText(message) ?? "the request failed")
  return answering(error) {
    try Handle<RequestHandle>.at(request, "request").reply(.failure, value)
  }
}

@c @implementation public func kmk_request_part_new(
  _ request: CHandle!, _ key: CText!, _ value: CNewJSON!, _ error: CError!
) -> kmk_status {
  do {
    return reply(
      .part(key: try optionalText(key, "key").map { ExactText($0) }), request, value, error)
  } catch let failure {
    release(value)
    return Failure(any: failure).report(to: error)
  }
}

@safe private func reply(
  _ kind: RequestReply.Kind, _ request: CHandle?, _ value: CNewJSON?, _ error: CError?
) -> kmk_status {
  let value = taken(value)
  return answering(error) {
    try Handle<RequestHandle>.at(request, "request").reply(kind, value)
  }
}

// MARK: - Reading

@c @implementation public func kmk_request_id(_ request: CHandle!) -> CText! {
  unsafe Handle<RequestHandle>.borrow(request)?.id ?? constant("")
}

@c @implementation public func kmk_request_name(_ request: CHandle!) -> CText! {
  unsafe Handle<RequestHandle>.borrow(request)?.name ?? constant("")
}

@c @implementation public func kmk_request_question(_ request: CHandle!) -> CJSON! {
  part(Handle<RequestHandle>.borrow(request)?.question)
}

@c @implementation public func kmk_request_last_part(_ request: CHandle!) -> CJSON! {
  part(Handle<RequestHandle>.borrow(request)?.lastPart)
}

@c @implementation public func kmk_request_attempt(_ request: CHandle!) -> UInt32 {
  Handle<RequestHandle>.borrow(request)?.request.attempt ?? 0
}

@c @implementation public func kmk_request_is_over(_ request: CHandle!) -> Bool {
  Handle<RequestHandle>.borrow(request)?.request.isOver ?? false
}

@c @implementation public func kmk_request_set_data(_ request: CHandle!, _ data: CData!) {
  unsafe Handle<RequestHandle>.borrow(request)?.request.data.store(data, ordering: .releasing)
}

@c @implementation public func kmk_request_data(_ request: CHandle!) -> CData! {
  unsafe Handle<RequestHandle>.borrow(request)?.request.data.load(ordering: .acquiring)
}

@c @implementation public func kmk_request_retain(_ request: CHandle!) -> CHandle! {
  Handle<RequestHandle>.borrow(request)?.retained()
}

@c @implementation
public func kmk_request_free(_ request: CHandle!) { Handle<RequestHandle>.free(request) }

// MARK: - From outside

@c @implementation public func kmk_store_requests(_ store: CHandle!) -> CNewJSON! {
  withStore(store, orNull: nil) { store in
    _ = try store.requests()
    let listed = store.core.listedRequests.map { $0.entry.listed(at: $0.place) }
    return new(JSON(elements: listed).retained())
  }
}

@c @implementation public func kmk_store_effects(_ store: CHandle!) -> CNewJSON! {
  withStore(store, orNull: nil) { store in
    _ = try store.requests()
    store.core.noteAges()
    let listed = store.core.inFlight.map { $0.listed(by: store.core) }
    return new(JSON(elements: listed).retained())
  }
}

@c @implementation public func kmk_store_request(
  _ store: CHandle!, _ id: CText!, _ error: CError!
) -> CHandle! {
  withStore(store, orNull: error) { store in
    let id = try text(id, "id")
    return try found(try store.requests().find(RequestID(id)), id)
  }
}

@c @implementation public func kmk_mailbox_request(
  _ mailbox: CHandle!, _ id: CText!, _ error: CError!
) -> CHandle! {
  answering(orNull: error) {
    let id = try text(id, "id")
    return try found(try Handle<Mailbox>.at(mailbox, "mailbox").requests?[RequestID(id)], id)
  }
}

// MARK: - Kept on a disk

@c @implementation public func kmk_store_hold_requests(
  _ store: CHandle!, _ error: CError!
) -> kmk_status {
  withStore(store, error) { store in try store.requests().holdUntilKept() }
}

@c @implementation public func kmk_store_request_mark(_ store: CHandle!) -> UInt64 {
  withStore(store, orNull: nil) { store in try store.requests().mark } ?? 0
}

@c @implementation public func kmk_mailbox_requests_kept(
  _ mailbox: CHandle!, _ mark: UInt64
) -> kmk_status {
  answering(nil) { try Handle<Mailbox>.at(mailbox, "mailbox").requestsAreKept(upTo: mark) }
}

@c @implementation public func kmk_mailbox_requests_lost(_ mailbox: CHandle!) -> kmk_status {
  answering(nil) { try Handle<Mailbox>.at(mailbox, "mailbox").requestsAreLost() }
}

@safe private func found(_ request: Request?, _ id: String) throws -> CHandle {
  guard let request else {
    throw Failure(KMK_ERR_NOT_FOUND, "no request in flight has the id \(id)")
  }
  return RequestHandle(request).retained()
}
