/// A request in an effect that a reducer has returned. It may begin later, or never.
package struct AskedRequest {
  package let question: RequestQuestion
  /// The keys of the features around it, outermost first.
  package let scope: [ScopeKey]
}

extension Effect {
  /// The requests in this effect, in order. Later members of chains are included.
  package var requests: [AskedRequest] {
    guard let node else { return [] }
    let finder = RequestFinder()
    _ = node.visit(by: finder, in: EffectSurroundings())
    return finder.found
  }
}

private final class RequestFinder: EffectVisitor {
  private(set) var found: [AskedRequest] = []

  func visit(_ node: AnyEffectNode, in surroundings: EffectSurroundings) {
    guard let entry = node as? RequestEntry else { return }
    found.append(AskedRequest(question: entry.question, scope: surroundings.scope))
  }
}
