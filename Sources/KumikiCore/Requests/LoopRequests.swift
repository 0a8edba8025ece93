/// The servers of a loop, and the requests of its stores that nobody serves.
package final class LoopRequests {
  private var servers: [String: RequestServer] = [:]
  private var unserved: [UInt64: RequestEntry] = [:]

  fileprivate init(_ loop: Loop) {
    // The requests end with the loop, and the servers are released then.
    _ = loop.add(LoopMember(end: { [unowned self] in end() }, cancelWork: {}))
  }

  func server(_ name: String) -> RequestServer? { servers[name] }

  /// Serves a name for all stores of the loop that have no server of their own for it.
  package func serve(_ server: RequestServer) throws(RequestServer.Refusal) {
    if servers[server.name] != nil { throw .taken }
    servers[server.name] = server
    for entry in takeUnserved(server.name) { server.take(entry) }
  }

  /// Serves a name no more.
  package func unserve(_ name: String) throws(RequestServer.Refusal) {
    guard let server = servers[name] else { throw .unknown }
    let left = try server.leave()
    servers[name] = nil
    for entry in left { entry.core.requests.offer(entry) }
  }

  /// Keeps a request that nobody serves.
  func wait(_ entry: RequestEntry) { unserved[entry.order] = entry }

  func forget(_ entry: RequestEntry) { unserved[entry.order] = nil }

  /// Removes and returns the requests of a name, oldest first.
  ///
  /// - Parameter core: the store whose requests are meant; nil for all.
  func takeUnserved(_ name: String, of core: StoreCore? = nil) -> [RequestEntry] {
    let found = unserved.values.filter {
      $0.question.name == name && (core == nil || $0.core === core)
    }
    for entry in found { unserved[entry.order] = nil }
    return found.sorted { $0.order < $1.order }
  }

  private func end() {
    let former = servers
    servers = [:]
    for name in former.keys.sorted() { former[name]?.end() }
  }
}

extension Loop {
  /// The requests of the loop. For its own thread.
  package var requests: LoopRequests {
    if let known = requestsIfAny { return known as! LoopRequests }
    let made = LoopRequests(self)
    requestsIfAny = made
    return made
  }
}
