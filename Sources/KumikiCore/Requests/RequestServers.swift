/// The servers of a loop or of a store, by their names. A list, because there are few. A class, because a server that
/// leaves calls functions of the program, which may add servers.
final class RequestServers {
  private(set) var all: [RequestServer] = []

  subscript(name: String) -> RequestServer? {
    all.isEmpty ? nil : all.first { !$0.hasLeft && $0.name.isExactly(name) }
  }

  func add(_ server: RequestServer) throws(RequestServer.Refusal) {
    if self[server.name] != nil { throw .taken }
    all.append(server)
  }

  /// Ends the server of a name.
  ///
  /// - Returns: the requests that are left, for other servers.
  func remove(_ name: String) throws(RequestServer.Refusal) -> [RequestEntry] {
    guard let server = self[name] else { throw .unknown }
    let left = try server.leave()
    all.removeAll { $0 === server }
    return left
  }

  /// Removes and returns all servers.
  func removeAll() -> [RequestServer] { exchange(&all, with: []) }
}
