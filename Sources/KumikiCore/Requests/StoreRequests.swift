package import Synchronization

/// The requests of one store, and the servers for that store alone.
package final class StoreRequests {
  private unowned let core: StoreCore
  private let servers = RequestServers()
  /// The requests in flight, for other threads; nil until they may look for one.
  private var index: RequestIndex?
  /// Whether a test replies to the requests that have no server.
  package var isTest = false
  /// Holds requests back until they are kept; nil unless the program keeps them.
  private(set) var hold: RequestHold?

  /// The requests of the snapshot that is being restored.
  @safe @exclusivity(unchecked) var resumed: ResumedRequests?
  /// The requests that may go on in other effects.
  @safe @exclusivity(unchecked) var moving: MovingRequests?

  fileprivate init(_ core: StoreCore) { self.core = core }

  func nextID() -> RequestID { core.identifiers.requestID() }

  private var ofLoop: LoopRequests { core.loop.requests }

  /// Serves a name for this store.
  package func serve(_ server: RequestServer) throws(RequestServer.Refusal) {
    try servers.add(server)
    ofLoop.give(to: server, of: core)
  }

  /// Serves a name for this store no more.
  package func unserve(_ name: String) throws(RequestServer.Refusal) {
    if core.loop.activity > 0 { throw .busy }
    for entry in try servers.remove(name) { offer(entry) }
  }

  /// Passes a request to the server of its name: the store's, or else the loop's. Without a server it waits.
  func offer(_ entry: RequestEntry) {
    if entry.isOver { return }
    let name = entry.question.name
    let server = servers[name] ?? ofLoop.server(name)
    if let hold, hold.isHeld(entry) { return hold.wait(entry, hasServer: server != nil) }
    if let server { return server.take(entry) }
    entry.waitUntilKept(isAwaited: false)
    ofLoop.wait(entry)
    if entry.isReported || isTest { return }
    entry.isReported = true
    core.report(
      .requestUnserved, "nobody serves \"\(name)\"; the request waits until a server comes",
      of: entry)
  }

  /// Puts another effect of the same request in the place of one that has no server.
  func replace(_ former: RequestEntry, by entry: RequestEntry) {
    hold?.replace(former, by: entry)
    ofLoop.replace(former, by: entry)
  }

  /// Forgets a request that is over.
  func left(_ entry: RequestEntry, _ server: RequestServer?) {
    if let server { return server.left(entry) }
    ofLoop.forget(entry)
    hold?.forget(entry)
  }

  // MARK: - Kept on a disk

  /// Holds requests back until ``kept()``. The requests of the snapshot that the store continues from are kept already.
  package func holdUntilKept() {
    if hold != nil { return }
    let hold = RequestHold()
    self.hold = hold
    for entry in core.inFlight {
      guard let entry = entry as? RequestEntry, entry.kept == nil, entry.server == nil else {
        continue
      }
      entry.keep(by: hold)
      // It has begun, and has found no server.
      if entry.request != nil {
        ofLoop.forget(entry)
        hold.wait(entry, hasServer: false)
      }
    }
  }

  /// The mark of the newest request and the newest end of a request.
  package var mark: UInt64 { hold?.mark ?? 0 }

  /// Lets requests and ends go on, up to ``RequestIndex/kept``.
  package func kept() {
    guard let hold, let index else { return }
    for entry in hold.release(upTo: index.kept.load(ordering: .acquiring)) { offer(entry) }
  }

  /// Records that nothing more will be kept.
  package func lost() { hold?.lose() }

  /// Ends the requests with their store.
  func end() { hold?.end(keptUpTo: index?.kept.load(ordering: .acquiring) ?? 0) }

  /// Records a request that has begun.
  func begun(_ request: Request) { index?.add(request) }

  /// Records that a request is over.
  func over(_ request: Request) { index?.remove(request) }

  /// Returns the request in flight with an id.
  package func find(_ id: RequestID) -> Request? {
    inFlight.first { $0.request?.id == id }?.request
  }

  /// Returns the requests in flight for other threads.
  package func shared() -> RequestIndex {
    if let index { return index }
    let made = RequestIndex()
    for entry in inFlight { entry.request.map(made.add) }
    index = made
    return made
  }

  /// The requests that have begun and have not ended, in the order of their effects.
  package var inFlight: [RequestEntry] {
    core.inFlight.compactMap { entry in
      (entry as? RequestEntry).flatMap { $0.request == nil ? nil : $0 }
    }
  }
}

extension StoreCore {
  /// Whether a request may be in flight, or may begin later.
  package var mayHaveRequests: Bool { count > 0 && RequestQuestion.wasMade }

  /// Ends the requests after all effects have ended.
  func endRequests() {
    if requestsIfAny == nil { return }
    requests.end()
    requestsIfAny = nil
  }

  package var requests: StoreRequests {
    if let requestsIfAny { return unsafe unsafeDowncast(requestsIfAny, to: StoreRequests.self) }
    let made = StoreRequests(self)
    requestsIfAny = made
    return made
  }
}

/// The requests in flight of one store, by their ids. Any thread may look for one.
package final class RequestIndex: Sendable {
  /// The newest mark that the program has kept.
  package let kept = Atomic<UInt64>(0)
  private let requests = Guarded<[RequestID: Request]>([:])

  func add(_ request: Request) { put(request, as: request.id) }

  func remove(_ request: Request) { put(nil, as: request.id) }

  private func put(_ request: Request?, as id: RequestID) {
    // Released after the lock.
    let former = requests.withLock { exchange(&$0[id], with: request) }
    withExtendedLifetime(former) {}
  }

  package subscript(id: RequestID) -> Request? { requests.withLock { $0[id] } }
}
