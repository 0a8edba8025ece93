/// The servers of a loop, and the requests of its stores that have no server.
package final class LoopRequests {
  private let servers = RequestServers()
  /// Oldest first.
  private var unserved: [RequestEntry] = []

  /// Owns this object.
  private unowned let loop: Loop

  fileprivate init(_ loop: Loop) {
    self.loop = loop
    // The requests end with the loop, and the servers are released then.
    _ = loop.add(LoopMember(end: { [unowned self] in end() }, cancelWork: {}))
  }

  func server(_ name: String) -> RequestServer? { servers[name] }

  /// Serves a name for all stores of the loop that have no server of their own for it.
  package func serve(_ server: RequestServer) throws(RequestServer.Refusal) {
    try servers.add(server)
    give(to: server)
  }

  /// Passes the requests that wait for a name to its new server: at once, or in the next iteration if a store is busy,
  /// because a server is never called inside a reducer.
  func give(to server: RequestServer, of core: StoreCore? = nil) {
    if loop.activity > 0 { return loop.nextTurn { [self] in pass(to: server, of: core) } }
    pass(to: server, of: core)
  }

  private func pass(to server: RequestServer, of core: StoreCore?) {
    if server.hasLeft { return }
    for entry in takeUnserved(server.name, of: core) { server.take(entry) }
  }

  /// Serves a name no more.
  package func unserve(_ name: String) throws(RequestServer.Refusal) {
    if loop.activity > 0 { throw .busy }
    for entry in try servers.remove(name) { entry.core.requests.offer(entry) }
  }

  /// Keeps a request that has no server.
  func wait(_ entry: RequestEntry) { unserved.append(entry) }

  func forget(_ entry: RequestEntry) { unserved.removeAll { $0 === entry } }

  /// Puts another effect of the same request in the place of one that has ended.
  func replace(_ former: RequestEntry, by entry: RequestEntry) {
    for index in unserved.indices where unserved[index] === former { unserved[index] = entry }
  }

  /// Removes and returns the requests of a name, oldest first.
  ///
  /// - Parameter core: the store whose requests are meant; nil for all.
  func takeUnserved(_ name: String, of core: StoreCore? = nil) -> [RequestEntry] {
    var found: [RequestEntry] = []
    unserved.removeAll { entry in
      let isMeant =
        entry.question.name.isExactly(name) && (core == nil || entry.core === core)
      if isMeant { found.append(entry) }
      return isMeant
    }
    return found
  }

  private func end() {
    for server in servers.removeAll() { server.end() }
  }
}

extension Loop {
  /// The requests of the loop. For its own thread.
  package var requests: LoopRequests {
    if let requestsIfAny { return unsafe unsafeDowncast(requestsIfAny, to: LoopRequests.self) }
    let made = LoopRequests(self)
    requestsIfAny = made
    return made
  }
}
