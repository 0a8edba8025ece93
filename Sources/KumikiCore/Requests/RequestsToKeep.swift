extension StoreCore {
  /// The requests in flight and the later requests, for a snapshot.
  package var keptRequests: [KeptRequest] { allRequests().kept }

  /// The requests in flight and the later requests, with the places of the features that ask them.
  package var listedRequests: [(entry: RequestEntry, place: String)] {
    mayHaveRequests ? allRequests().listed : []
  }

  private func allRequests() -> RequestsToKeep {
    let finder = RequestsToKeep(self)
    for entry in inFlight { finder.add(entry) }
    finder.addLaterMembers()
    return finder
  }
}

extension StoreCore {
  /// Gives the requests of an effect that waits their ids.
  func reserveRequests(in effect: AnyObject) {
    guard RequestQuestion.wasMade, let node = effect as? AnyEffectNode else { return }
    _ = node.visit(by: RequestReserver(self), in: EffectSurroundings())
  }
}

private final class RequestReserver: EffectVisitor {
  private let core: StoreCore

  init(_ core: StoreCore) { self.core = core }

  func visit(_ node: AnyEffectNode, in _: EffectSurroundings) {
    (node as? RequestEntry)?.reserve(for: core)
  }
}

/// Finds the requests for a snapshot or a list. The state asks again what a state-driven effect has not asked yet, so of such
/// effects it finds only the requests that have been asked.
private final class RequestsToKeep: EffectVisitor {
  private struct Found {
    let entry: RequestEntry
    let surroundings: EffectSurroundings
    /// The number of the group: the requests of one outermost chain, or of one waiting effect, have turns.
    let group: Int
    /// The first effect in flight in the chain that it is a later member of.
    let first: Int

    var link: Int { surroundings.link }
  }

  /// A chain around an effect in flight.
  private struct Around {
    let chain: Chain
    /// The position of the next outer chain; nil for the outermost chain.
    let outer: Int?
    /// The number of chains around it.
    let depth: Int
    let group: Int
    /// The first effect in flight in it.
    let first: Int
    /// The next free link.
    var end = 0
  }

  private let core: StoreCore
  private var found: [Found] = []
  private var unasked: [KeptRequest] = []
  private var chains: [Around] = []
  private var positions: [ObjectIdentifier: Int] = [:]
  /// The number of effects in flight so far, or the first one in the present chain.
  private var number = 0
  private var group = 0

  init(_ core: StoreCore) { self.core = core }

  /// Adds an effect in flight: a request, or the requests of an effect that waits for its turn or for its window.
  func add(_ entry: EffectEntry) {
    number += 1
    let around = entry.part.isFollowed ? nil : position(of: entry.chains[...])
    group = around.map { chains[$0].group } ?? number
    var end = 1
    if let request = entry as? RequestEntry, request.wasAccepted {
      add(request, in: EffectSurroundings(scope: request.scopePath, ids: entry.ids))
    }
    if entry.part.isFollowed { return addUnasked(of: entry) }
    if let waiting = (entry as? HeldEntry)?.waiting {
      end = waiting.effect.visit(by: self, in: waiting.held.acceptance.surroundings)
    }
    if let around { chains[around].end = max(chains[around].end, end) }
  }

  /// Returns the position of the innermost of some chains, and adds the new chains.
  private func position(of around: ArraySlice<Chain>) -> Int? {
    guard let chain = around.first else { return nil }
    if let known = positions[ObjectIdentifier(chain)] { return known }
    let outer = position(of: around.dropFirst())
    positions[ObjectIdentifier(chain)] = chains.count
    chains.append(
      Around(
        chain: chain, outer: outer, depth: around.count,
        group: outer.map { chains[$0].group } ?? number, first: number))
    return chains.count - 1
  }

  /// Adds the requests of an earlier run that a state-driven effect has not asked again yet.
  private func addUnasked(of entry: EffectEntry) {
    guard let resumed = entry.resumedRequests, !resumed.isEmpty else { return }
    let unasked = resumed.unasked(
      at: core.place(of: entry.scope), depth: entry.scope.upward.count { $0.key != nil })
    self.unasked += unasked.filter { new in !self.unasked.contains { $0 === new } }
  }

  /// Adds the later members of the chains: of inner chains first, because an outer chain waits for them.
  func addLaterMembers() {
    let first = found.count
    for position in orderedPositions(chains.count, by: { chains[$0].depth > chains[$1].depth }) {
      let around = chains[position]
      (group, number) = (around.group, around.first)
      let end =
        (around.chain as? RunningChain)?.visitRest(by: self, from: around.end) ?? around.end
      if let outer = around.outer { chains[outer].end = max(chains[outer].end, end) }
    }
    // By groups and links, because a chain in a chain may be a part of that chain.
    found = Array(found[..<first]) + found[first...].ordered { key($0) < key($1) }
  }

  private func key(_ one: Found) -> (Int, Int, Int) { (one.group, one.link, one.first) }

  func visit(_ node: AnyEffectNode, in surroundings: EffectSurroundings) {
    guard let entry = node as? RequestEntry else { return }
    add(entry.isAccepted ? entry.successor : entry, in: surroundings)
  }

  private func add(_ entry: RequestEntry, in surroundings: EffectSurroundings) {
    found.append(
      Found(entry: entry, surroundings: surroundings, group: group, first: number))
  }

  var listed: [(RequestEntry, String)] {
    found.map { ($0.entry, core.issues.locate?($0.surroundings.scope) ?? "") }
  }

  var kept: [KeptRequest] {
    var turns = [KeptRequest.Turn?](repeating: nil, count: found.count)
    let order = orderedPositions(found.count) { key(found[$0]) < key(found[$1]) }
    var (start, link) = (0, 0)
    for (index, position) in order.enumerated() {
      let (one, isLast) = (found[position], index + 1 == order.count)
      turns[position] = KeptRequest.Turn(chain: one.group, link: link)
      if !isLast, found[order[index + 1]].group == one.group {
        if found[order[index + 1]].link != one.link { link += 1 }
        continue
      }
      // Requests with a single turn have no order.
      if link == 0 { for position in order[start...index] { turns[position] = nil } }
      (start, link) = (index + 1, 0)
    }
    let asked = zip(found, turns).map { $0.entry.forSnapshot(of: core, in: $0.surroundings, $1) }
    return asked + unasked
  }
}
