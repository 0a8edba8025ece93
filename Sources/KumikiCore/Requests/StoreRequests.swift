/// The requests of one store, and the servers for that store alone.
package final class StoreRequests {
  private unowned let core: StoreCore
  private let servers = RequestServers()
  /// The requests in flight, for other threads; nil until they may look for one.
  private var index: RequestIndex?
  /// Whether a test replies to the requests that have no server.
  package var isTest = false

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
    if let server = servers[name] ?? ofLoop.server(name) { return server.take(entry) }
    ofLoop.wait(entry)
    if entry.isReported || isTest { return }
    entry.isReported = true
    core.report(
      .requestUnserved, "nobody serves \"\(name)\"; the request waits until a server comes",
      of: entry)
  }

  /// Puts another effect of the same request in the place of one that has no server.
  func replace(_ former: RequestEntry, by entry: RequestEntry) {
    ofLoop.replace(former, by: entry)
  }

  /// Forgets a request that is over.
  func left(_ entry: RequestEntry, _ server: RequestServer?) {
    if let server { server.left(entry) } else { ofLoop.forget(entry) }
  }

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
  /// The requests in flight, for a snapshot.
  package var keptRequests: [KeptRequest] {
    hasRequests ? requests.inFlight.compactMap(\.forSnapshot) : []
  }

  /// Whether a request may be in flight.
  package var hasRequests: Bool { requestsIfAny != nil && count > 0 }

  package var requests: StoreRequests {
    if let requestsIfAny { return unsafe unsafeDowncast(requestsIfAny, to: StoreRequests.self) }
    let made = StoreRequests(self)
    requestsIfAny = made
    return made
  }
}

/// The requests in flight of one store, by their ids. Any thread may look for one.
package final class RequestIndex: Sendable {
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
