/// Effects that begin one after the other.
final class ConcatenateNode: EffectParts {
  init(_ links: [AnyEffectNode]) { super.init(links, .chained) }

  override func accept(_ acceptance: Acceptance, anySink sink: AnyObject) {
    guard hasRoom(acceptance) else { return }
    var own = acceptance
    own.heldCascade = acceptance.heldCascade ?? acceptance.table.burstCascade()
    acceptance.join?.enter()
    Chain(self, own, sink).advance()?.leave()
  }
}

/// A chain under way. It lives in the completion of its current link.
private final class Chain {
  private var links: EffectPartsCursor
  private let held: HeldAcceptance
  private let sink: AnyObject

  init(_ links: ConcatenateNode, _ acceptance: Acceptance, _ sink: AnyObject) {
    self.links = EffectPartsCursor(links)
    held = HeldAcceptance(acceptance)
    self.sink = sink
  }

  /// Begins links until one keeps running. A loop, so that many links that end at once need no stack.
  ///
  /// - Returns: at the chain's end, the link of another chain that it was part of.
  func advance() -> Join? {
    let acceptance = held.acceptance
    while !acceptance.isCancelled, let link = links.next() {
      var isBeginning = true
      var isComplete = false
      let join = Join {
        isComplete = true
        return isBeginning ? nil : self.advance()
      }
      var inner = acceptance
      inner.join = join
      join.enter()
      acceptance.scope.pinned { link.accept(inner, anySink: sink) }
      join.leave()
      isBeginning = false
      if !isComplete { return nil }
    }
    return acceptance.join
  }
}
