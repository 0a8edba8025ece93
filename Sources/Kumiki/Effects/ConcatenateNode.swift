/// Effects that begin one after the other.
final class ConcatenateNode<Action>: EffectParts<Action> {
  init(_ links: [Effect<Action>]) { super.init(links, .chained) }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    guard hasRoom(acceptance) else { return }
    var own = acceptance
    own.heldCascade = acceptance.heldCascade ?? acceptance.table.burstCascade()
    acceptance.join?.enter()
    Chain(self, own, sink).advance()?.leave()
  }
}

/// A chain under way. It lives in the completion of its current link.
private final class Chain<Action> {
  private var links: EffectPartsCursor<Action>
  private let held: HeldAcceptance
  private let sink: EffectSink<Action>

  init(_ links: ConcatenateNode<Action>, _ acceptance: Acceptance, _ sink: EffectSink<Action>) {
    self.links = EffectPartsCursor(links)
    held = HeldAcceptance(acceptance)
    self.sink = sink
  }

  /// Begins links until one is left running. A loop, so that many immediate links need no stack.
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
      acceptance.scope.pinned { link.accept(inner, into: sink) }
      join.leave()
      isBeginning = false
      if !isComplete { return nil }
    }
    return acceptance.join
  }
}
