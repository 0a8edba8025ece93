/// The effect of a request. It reaches its server in the loop's next iteration.
package final class RequestEntry: DirectEntry, @unchecked Sendable {
  package let question: RequestQuestion
  /// The id of the request, from the acceptance of the effect around it on.
  @safe @exclusivity(unchecked) private(set) var id: RequestID?
  /// The request for the present server, or for the next one. Nil before the effect has begun.
  @safe @exclusivity(unchecked) package private(set) var request: Request?
  /// The server that has the request, or whose turn it waits for.
  @safe @exclusivity(unchecked) private(set) var server: RequestServer?
  /// Whether the server has received the request.
  @safe @exclusivity(unchecked) private(set) var isServed = false
  /// The time of the loop when the request was asked.
  @safe @exclusivity(unchecked) private(set) var askedAt: UInt64 = 0
  @safe @exclusivity(unchecked) package private(set) var attempts: UInt32 = 0
  @safe @exclusivity(unchecked) private var lastPart: (any Sendable)?
  @safe @exclusivity(unchecked) private(set) var declared: (any RequestKinds)?
  /// The request waits until the program has kept this mark; 0 if it need not wait. See ``RequestHold``.
  @safe @exclusivity(unchecked) private(set) var keptAt: UInt64 = 0
  /// Whether the store has accepted the effect, and not refused it as one too many.
  @safe @exclusivity(unchecked) private(set) var wasAccepted = false
  /// Whether the lack of a server was reported.
  @safe @exclusivity(unchecked) var isReported = false
  /// Whether the feature is receiving the last reply.
  @safe @exclusivity(unchecked) private var isTaking = false
  /// Whether the end of a program waits for the effect.
  @safe @exclusivity(unchecked) private var isCounted = false

  /// The request in a snapshot that this effect asks again.
  @safe @exclusivity(unchecked) private(set) var kept: KeptRequest?

  /// Whether it is a further try of a request that has failed in this store.
  private let isAgain: Bool

  package init(
    _ question: RequestQuestion, resuming kept: KeptRequest? = nil, isAgain: Bool = false
  ) { (self.question, self.kept, self.isAgain) = (question, kept, isAgain) }

  /// The same request, under its id.
  override func again() -> AnyEffectNode? {
    guard let id else { return nil }
    let kept = KeptRequest(
      id: id, question: question, place: "", depth: 0, attempts: attempts, lastPart: lastPart,
      ids: [], isFollowed: part.isFollowed, turn: nil)
    let entry = RequestEntry(question, resuming: kept, isAgain: true)
    entry.attempts = attempts
    return entry
  }

  override package var kind: String { "request" }

  /// The entry of the next acceptance, once it has an id: while a whole effect waits for its next try.
  @safe @exclusivity(unchecked) private var next: RequestEntry?

  override func copy() -> EffectEntry { next.take() ?? successor }

  /// The entry that this description would have if it were accepted again.
  var successor: RequestEntry { next ?? RequestEntry(question, resuming: kept) }

  var core: StoreCore { unsafe unsafeDowncast(table, to: StoreCore.self) }
  var anySink: AnyEffectSink { unsafe unsafeDowncast(heldSink.object, to: AnyEffectSink.self) }

  /// The keys of the features around the effect, outermost first.
  var scopePath: [ScopeKey] { scope.upward.compactMap(\.key).reversed() }

  // MARK: - In flight

  override func accepted() {
    wasAccepted = true
    let requests = core.requests
    if kept == nil, part.isFollowed, let resumed = resumedRequests {
      kept = resumed.take(like: question, at: place, depth: scopePath.count)
    }
    if let kept { (id, attempts, lastPart) = (kept.id, kept.attempts, kept.lastPart) }
    if let former = requests.moving?.take(for: self) { return replace(former) }
    if id == nil { id = requests.nextID() }
    if !isAgain, let hold = requests.hold { keep(by: hold) }
  }

  /// Gives a request that waits its id, so that a snapshot has the same one.
  func reserve(for core: StoreCore) {
    if isAccepted {
      next = successor
      next!.reserve(for: core)
    } else if knownID == nil {
      id = core.requests.nextID()
    }
  }

  /// Makes the request wait until it is kept.
  func keep(by hold: RequestHold) { keptAt = hold.next() }

  /// Waits until it is kept. The end of the program waits too if the request then reaches a server.
  func waitUntilKept(isAwaited: Bool) { count(isAwaited && question.isAnswered) }

  override package func begin() {
    // The request has continued through a restore.
    if request != nil { return }
    let requests = core.requests
    declared = anySink.kinds(of: question.name)
    do { try declared?.check(question) } catch {
      table.report(
        .requestMisfit, "the request \"\(question.name)\" does not fit: \(error); nothing is asked",
        of: self)
      return finish()
    }
    askedAt = core.loop.now
    renew()
    // The state asks again what a state-driven effect has asked.
    switch kept == nil || isAgain || part.isFollowed ? .again : question.restart {
    case .again: requests.offer(self)
    case .fail: interrupt()
    case .drop: finish()
    }
  }

  /// Passes a failure to the feature, because the request is not asked again.
  private func interrupt() {
    let reply = question.value.interruption
    do {
      let refusal = receive(try Request.PreparedReply(reply, question.value, anySink, nil))
      // The refusal has raised an issue, and no other reply will come.
      if refusal != nil { finish() }
    } catch {
      fail(reply.error)
    }
  }

  /// Takes over the request of an effect that has ended. The server keeps the request.
  private func replace(_ former: RequestEntry) {
    guard let request = former.request.take() else { return }
    (self.request, id) = (request, request.id)
    declared = anySink.kinds(of: question.name)
    request.belongs(to: self)
    askedAt = former.askedAt
    (attempts, lastPart, isReported) = (former.attempts, former.lastPart, former.isReported)
    keptAt = former.keptAt
    (server, isServed) = (former.server.take(), former.isServed)
    (isCounted, former.isCounted, former.isServed) = (former.isCounted, false, false)
    if let server {
      server.replace(former, by: self)
    } else {
      core.requests.replace(former, by: self)
    }
  }

  /// Makes the request for the next server.
  private func renew() {
    let request = Request(id!, self, attempt: attempts + 1, lastPart: lastPart)
    self.request = request
    core.requests.begun(request)
  }

  /// Puts the request into a server's queue.
  func wait(for server: RequestServer) { self.server = server }

  /// Passes the request to a server.
  func serve(by server: RequestServer) {
    (self.server, isServed) = (server, true)
    attempts += 1
    count(question.isAnswered)
  }

  /// Takes the request away from its server, which receives ``RequestEnd/unserved`` if it has received the request.
  func withdraw() {
    let (former, wasServed) = (server.take(), isServed)
    isServed = false
    count(false)
    guard wasServed, let request else { return }
    request.close()
    renew()
    former?.tell(request, .unserved)
  }

  private func count(_ isCounted: Bool) {
    guard isCounted != self.isCounted else { return }
    self.isCounted = isCounted
    table.loop.tally.awaited += isCounted ? 1 : -1
  }

  override var isAwaitedWork: Bool { isCounted }

  // MARK: - For lists and snapshots

  /// The id, if the request has one already.
  package var knownID: RequestID? { id ?? kept?.id }

  package enum Phase: String {
    case waiting, unkept, unserved, turn, served, answered
  }

  package var phase: Phase {
    guard let request else { return .waiting }
    if request.isAnswered { return .answered }
    if isServed { return .served }
    if server != nil { return .turn }
    return core.requests.hold?.isHeld(self) == true ? .unkept : .unserved
  }

  /// The time since the request was asked, in nanoseconds of the loop's clock.
  package var age: UInt64 { request == nil ? 0 : core.loop.now - askedAt }

  /// The place of the feature that asks; "" in typed state.
  package var place: String { table.place(of: scope) }

  /// Returns the request for a snapshot of its store. The store may not have accepted the effect yet.
  func forSnapshot(
    of core: StoreCore, in surroundings: EffectSurroundings, _ turn: KeptRequest.Turn?
  ) -> KeptRequest {
    // An effect whose description another effect in flight uses gets an id when it is accepted.
    let id = knownID ?? core.requests.nextID()
    let scope = surroundings.scope
    return KeptRequest(
      id: id, question: question, place: core.issues.locate?(scope) ?? "", depth: scope.count,
      attempts: isAccepted ? attempts : kept?.attempts ?? 0,
      lastPart: isAccepted ? lastPart : kept?.lastPart, ids: surroundings.ids,
      isFollowed: isAccepted && part.isFollowed, turn: turn)
  }

  // MARK: - Replies

  /// Delivers a reply to the feature.
  ///
  /// - Returns: the reason why the feature refused it; otherwise nil.
  func receive(_ prepared: Request.PreparedReply) -> (any Error)? {
    if isOver { return Request.Refusal.closed }
    let reply = prepared.reply
    isTaking = reply.isLast
    // The reducers may release the store.
    let isRetried =
      reply.kind == .failure && question.value.takesFailures && retries(reply.error)
    let refusal =
      isRetried ? nil : withExtendedLifetime((self, table)) { prepared.deliver(self) }
    isTaking = false
    if let refusal {
      if isCancelled { over(.cancelled) }
      return refusal
    }
    if reply.isLast {
      let wasOver = isFinished
      finish()
      if wasOver { over(.taken) }
    } else {
      lastPart = reply.value
    }
    return nil
  }

  /// Ends a notice, which its server has received.
  func received() { if !isOver { finish() } }

  // MARK: - The end

  override package func stop() {
    if isTaking { return }
    if request != nil, let moving = core.requests.moving { return moving.add(self) }
    over(.cancelled)
  }

  override package func finish() {
    guard !isFinished else { return }
    withExtendedLifetime(self) {
      super.finish()
      over(.taken)
    }
  }

  /// Ends the request once, and tells its server.
  func over(_ end: RequestEnd) {
    guard let request = request.take() else { return }
    core.requests.over(request)
    request.close()
    count(false)
    let (server, wasServed) = (self.server.take(), isServed)
    isServed = false
    let requests = core.requests
    requests.left(self, server)
    guard wasServed, let server else { return }
    if end == .taken, let hold = requests.hold { return hold.taken(request, by: server) }
    server.tell(request, end)
  }
}
