/// A request that was in flight at a snapshot.
package final class KeptRequest: Sendable {
  package let id: RequestID
  package let question: RequestQuestion
  /// The place of the feature that asked, and the number of features around it that have places of their own.
  package let place: String
  package let depth: Int
  /// How many servers had received the request.
  package let attempts: UInt32
  package let lastPart: (any Sendable)?
  /// The ids around the effect, innermost first.
  package let ids: UncheckedSendable<[AnyHashable]>
  /// Whether the effect follows the state, so that the state asks again.
  package let isFollowed: Bool
  /// Its turn among other requests of the snapshot; nil if it waits for none and none waits for it.
  package let turn: Turn?

  /// The place of a request in a chain of effects. The requests of a chain begin in the order of their links.
  package struct Turn: Sendable {
    package let chain: Int
    package let link: Int

    package init(chain: Int, link: Int) { (self.chain, self.link) = (chain, link) }
  }

  package init(
    id: RequestID, question: RequestQuestion, place: String, depth: Int, attempts: UInt32,
    lastPart: (any Sendable)?, ids: [AnyHashable], isFollowed: Bool, turn: Turn?
  ) {
    (self.id, self.question, self.place, self.depth) = (id, question, place, depth)
    (self.attempts, self.lastPart, self.isFollowed) = (attempts, lastPart, isFollowed)
    self.ids = UncheckedSendable(ids)
    self.turn = turn
  }

  /// Returns the request of a feature that a migration has moved.
  package func moved(to place: String) -> KeptRequest {
    KeptRequest(
      id: id, question: question, place: place, depth: depth, attempts: attempts,
      lastPart: lastPart, ids: ids.value, isFollowed: isFollowed, turn: turn)
  }
}

/// How a store that is made from a snapshot treats a request of the snapshot.
public enum RequestRestart: Sendable {
  /// The store asks it again, under the same id.
  case again
  /// The feature receives the failure "interrupted".
  case fail
  /// The store drops it.
  case drop
}

/// The requests of a snapshot, while the snapshot is being restored.
package final class ResumedRequests {
  private var left: [KeptRequest]

  package init(_ requests: [KeptRequest]) { left = requests }

  package var isEmpty: Bool { left.isEmpty }

  /// Removes and returns the requests of the feature at a place that its state does not ask again.
  package func take(at place: String, depth: Int) -> [KeptRequest] {
    let here = left.filter { !$0.isFollowed && $0.depth == depth && $0.place.isExactly(place) }
    if !here.isEmpty { left.removeAll { kept in here.contains { $0 === kept } } }
    return here
  }

  /// The requests that the state-driven effects of the feature at a place have not asked again yet.
  func unasked(at place: String, depth: Int) -> [KeptRequest] {
    left.filter { $0.isFollowed && $0.depth == depth && $0.place.isExactly(place) }
  }

  /// Removes and returns the request that a state-driven effect asks again.
  func take(like question: RequestQuestion, at place: String, depth: Int) -> KeptRequest? {
    let found = unasked(at: place, depth: depth).first { $0.question.isSame(as: question) }
    if let found { left.removeAll { $0 === found } }
    return found
  }
}

/// The requests of effects that have ended because their store is being restored or gets another reducer. If the new
/// effects ask for them, they go on, and their servers notice nothing.
final class MovingRequests {
  private var ended: [RequestEntry] = []

  func add(_ entry: RequestEntry) { ended.append(entry) }

  /// Removes and returns the former effect of a request: by the id in a snapshot, or by the question of the same
  /// feature.
  func take(for entry: RequestEntry) -> RequestEntry? {
    let index = ended.firstIndex { former in
      guard let request = former.request else { return false }
      if let kept = entry.kept { return request.id == kept.id }
      return former.question.isAnswered == entry.question.isAnswered
        && former.question.isSame(as: entry.question) && former.scopePath == entry.scopePath
    }
    return index.map { ended.remove(at: $0) }
  }

  /// Cancels the other requests.
  func end() { for entry in ended { entry.over(.cancelled) } }
}

extension EffectEntry {
  /// The requests of the restored snapshot that the state-driven effect around this one may ask again.
  var resumedRequests: ResumedRequests? { followed?.resumed as? ResumedRequests }
}

extension StoreCore {
  /// Runs `body`, which ends all effects and starts the effects of another state or reducer.
  ///
  /// - Parameter requests: the requests of the snapshot.
  func moveRequests<Result>(_ requests: [KeptRequest] = [], _ body: () -> Result) -> Result {
    guard requestsIfAny != nil || !requests.isEmpty else { return body() }
    let table = self.requests
    let moving = MovingRequests()
    (table.moving, table.resumed) = (moving, requests.isEmpty ? nil : ResumedRequests(requests))
    let result = body()
    (table.moving, table.resumed) = (nil, nil)
    moving.end()
    return result
  }
}

extension StepContext {
  /// The requests that the restored snapshot still has to ask again; nil at other times.
  package var resumed: ResumedRequests? {
    guard let core = pointer?.pointee.core, core.isRestoring, core.requestsIfAny != nil,
      let resumed = core.requests.resumed, !resumed.isEmpty
    else { return nil }
    return resumed
  }

  /// The number of features around the current feature, while a snapshot is being restored.
  package var restoredDepth: Int { pointer?.pointee.core.restoration?.scopePath.count ?? 0 }
}

extension Effect {
  /// Asks for requests of a snapshot again, under their ids. Requests of one chain have turns.
  ///
  /// - Parameter kinds: returns the declarations of the feature for a request.
  package static func resuming(
    _ kept: [KeptRequest], _ kinds: (KeptRequest) -> (any RequestKinds)?
  ) -> [Self] {
    func resuming(_ request: KeptRequest) -> Self {
      let effect = Self.resuming(request)
      return kinds(request).map(effect.declaring) ?? effect
    }
    return kept.compactMap { request in
      guard let turn = request.turn else { return resuming(request) }
      var chain = kept.filter { $0.turn?.chain == turn.chain }
      // The first request of a chain stands for all of them.
      guard chain.first === request else { return nil }
      var links: [Self] = []
      while let next = chain.compactMap(\.turn?.link).min() {
        links.append(.merge(chain.filter { $0.turn?.link == next }.map(resuming)))
        chain.removeAll { $0.turn?.link == next }
      }
      return .concatenate(links)
    }
  }

  private static func resuming(_ kept: KeptRequest) -> Self {
    kept.ids.value.reduce(Self(untyped: RequestEntry(kept.question, resuming: kept))) {
      $0.marked($1)
    }
  }
}
