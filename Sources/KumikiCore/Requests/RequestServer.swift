/// The functions of a server.
package protocol RequestHandler: AnyObject {
  /// Begins to serve a request, which may be answered at once. Called on the loop's thread while no store is busy.
  func begin(_ request: Request)
  /// Receives the end of a request that ``begin(_:)`` received, once.
  func ended(_ request: Request, _ end: RequestEnd)
}

/// A server of requests of one name, for a loop or a store.
package final class RequestServer {
  package enum Refusal: Error {
    /// Another server serves the name.
    case taken
    /// A store of the loop is busy, or one of the server's functions is running.
    case busy
    /// The name has no server.
    case unknown
  }

  package let name: String
  /// Nil once the server has left, so that the program can release what belongs to it.
  private var handler: (any RequestHandler)?
  /// The greatest number of requests at a time; 0 for any number.
  private let most: Int
  private var served: [RequestEntry] = []
  private var waiting: [RequestEntry] = []
  /// The requests whose answers were taken, until the server learns it; see ``RequestHold``.
  private var unlearned: [(hold: RequestHold, mark: UInt64, request: Request)] = []
  /// The request that the server is receiving, and its end, if it has ended meanwhile.
  private var beginning: (request: Request, end: RequestEnd?)?
  /// The number of the server's functions that are running.
  private var calls = 0
  private(set) var hasLeft = false

  package init(_ name: String, most: Int, _ handler: any RequestHandler) {
    self.name = name
    self.most = most
    self.handler = handler
  }

  /// Serves a request in its turn.
  func take(_ entry: RequestEntry) {
    // A call for another request may have ended it.
    if entry.isOver { return }
    entry.wait(for: self)
    waiting.append(entry)
    serveNext()
  }

  private func serveNext() {
    while !hasLeft, !waiting.isEmpty, most == 0 || served.count < most {
      serve(waiting.removeFirst())
    }
  }

  private func serve(_ entry: RequestEntry) {
    // The call may end the server, which must still receive the end of the request.
    guard let request = entry.request, let handler else { return }
    served.append(entry)
    entry.serve(by: self)
    let outer = beginning
    beginning = (request, nil)
    calling { handler.begin(request) }
    let end = beginning?.end
    beginning = outer
    if !request.question.isAnswered { request.received() }
    if let end { calling { handler.ended(request, end) } }
  }

  private func calling(_ body: () -> Void) {
    calls += 1
    body()
    calls -= 1
  }

  /// Tells the end of a request: after the call that began it, if that call is still running.
  func tell(_ request: Request, _ end: RequestEnd) {
    if beginning?.request === request {
      beginning?.end = end
    } else {
      calling { handler?.ended(request, end) }
    }
  }

  /// Notes an answer that was taken, for ``learn(of:upTo:)``.
  func learns(_ request: Request, at mark: UInt64, of hold: RequestHold) {
    unlearned.append((hold, mark, request))
  }

  /// Tells that answers were taken, up to a mark that is kept.
  func learn(of hold: RequestHold, upTo mark: UInt64) {
    tellUnlearned(.taken) { $0 === hold && $1 <= mark }
  }

  /// Tells the rest of a store that has ended.
  func learnEnd(of hold: RequestHold) { tellUnlearned(.received) { other, _ in other === hold } }

  private func tellUnlearned(_ end: RequestEnd, _ isMeant: (RequestHold, UInt64) -> Bool) {
    // The server's functions may add others.
    let meant = unlearned.filter { isMeant($0.hold, $0.mark) }
    unlearned.removeAll { isMeant($0.hold, $0.mark) }
    for one in meant { tell(one.request, end) }
  }

  /// Puts another effect of the same request in the place of one that has ended.
  func replace(_ former: RequestEntry, by entry: RequestEntry) {
    for index in served.indices where served[index] === former { served[index] = entry }
    for index in waiting.indices where waiting[index] === former { waiting[index] = entry }
  }

  /// Forgets a request that is over, which makes room for the next one.
  func left(_ entry: RequestEntry) {
    if let index = served.firstIndex(where: { $0 === entry }) {
      served.remove(at: index)
      if !waiting.isEmpty { entry.table.loop.nextTurn { [self] in serveNext() } }
    } else {
      waiting.removeAll { $0 === entry }
    }
  }

  /// Ends the server: none of its functions is called after this has returned.
  ///
  /// - Returns: the requests that are left, for other servers.
  func leave() throws(Refusal) -> [RequestEntry] {
    if calls > 0 { throw .busy }
    // An accepted answer must not be lost.
    for entry in served { entry.request?.deliverWaiting() }
    tellUnlearned(.received) { _, _ in true }
    hasLeft = true
    let left = served + waiting
    (served, waiting) = ([], [])
    for entry in left { entry.withdraw() }
    handler = nil
    return left
  }

  /// Cancels all requests, because the loop is closing.
  func end() {
    tellUnlearned(.received) { _, _ in true }
    hasLeft = true
    for entry in served + waiting { entry.cancel() }
    handler = nil
  }
}
