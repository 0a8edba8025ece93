/// Effects that begin one after the other.
final class ConcatenateNode<Action>: EffectNode<Action> {
  let links: [Effect<Action>]
  init(_ links: [Effect<Action>]) { self.links = links }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    var own = acceptance
    own.heldCascade = acceptance.heldCascade ?? acceptance.table.burstCascade()
    acceptance.join?.enter()
    Chain(links, own, sink).advance()
  }
}

/// A chain under way. It lives in the completion of its current link.
private final class Chain<Action> {
  private let links: [Effect<Action>]
  private let held: HeldAcceptance
  private let sink: EffectSink<Action>
  private var next = 0

  init(_ links: [Effect<Action>], _ acceptance: Acceptance, _ sink: EffectSink<Action>) {
    self.links = links
    held = HeldAcceptance(acceptance)
    self.sink = sink
  }

  /// Begins links until one is left running. A loop, so that many immediate links need no stack.
  func advance() {
    let acceptance = held.acceptance
    while next < links.count, !acceptance.isCancelled {
      let link = links[next]
      next += 1
      var isBeginning = true
      var isComplete = false
      let join = Join {
        isComplete = true
        if !isBeginning { self.advance() }
      }
      var inner = acceptance
      inner.join = join
      join.enter()
      acceptance.scope.pinned { link.accept(inner, into: sink) }
      join.leave()
      isBeginning = false
      if !isComplete { return }
    }
    acceptance.join?.leave()
  }
}
