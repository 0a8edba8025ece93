/// Holds back the requests of a store until the program has kept them on a disk, and then what their servers learn: that
/// an answer was taken once the step of the answer is kept.
///
/// Each change gets a mark. The program takes the newest mark together with a snapshot, and passes it back once the
/// snapshot is kept.
final class RequestHold {
  /// The newest mark.
  private(set) var mark: UInt64 = 0
  /// The newest mark that is kept.
  private var kept: UInt64 = 0
  /// The requests that have begun and are not kept.
  private var waiting: [RequestEntry] = []
  /// Whether nothing more will be kept.
  private(set) var isLost = false
  /// The servers that wait to learn that an answer was taken.
  private var servers: [RequestServer] = []

  func next() -> UInt64 {
    mark += 1
    return mark
  }

  func isHeld(_ entry: RequestEntry) -> Bool { entry.keptAt > kept }

  /// - Parameter hasServer: whether the request reaches a server once it is kept.
  func wait(_ entry: RequestEntry, hasServer: Bool) {
    waiting.append(entry)
    entry.waitUntilKept(isAwaited: hasServer && !isLost)
  }

  /// Records that nothing more will be kept, so that the end of the program does not wait for it.
  func lose() {
    isLost = true
    for entry in waiting { entry.waitUntilKept(isAwaited: false) }
  }

  func forget(_ entry: RequestEntry) { waiting.removeAll { $0 === entry } }

  /// Puts another effect of the same request in the place of one that has ended.
  func replace(_ former: RequestEntry, by entry: RequestEntry) {
    for index in waiting.indices where waiting[index] === former { waiting[index] = entry }
  }

  /// Tells a server that an answer was taken, once that is kept.
  func taken(_ request: Request, by server: RequestServer) {
    server.learns(request, at: next(), of: self)
    if !servers.contains(where: { $0 === server }) { servers.append(server) }
  }

  /// Tells servers the ends that are kept, and returns the requests that are kept.
  func release(upTo mark: UInt64) -> [RequestEntry] {
    kept = max(kept, mark)
    for server in servers { server.learn(of: self, upTo: kept) }
    let ready = waiting.filter { !isHeld($0) }
    waiting.removeAll { !isHeld($0) }
    return ready
  }

  /// Ends the hold with its store. For the remaining answers, servers learn ``RequestEnd/received``.
  func end(keptUpTo mark: UInt64) {
    _ = release(upTo: mark)
    for server in exchange(&servers, with: []) { server.learnEnd(of: self) }
  }
}
