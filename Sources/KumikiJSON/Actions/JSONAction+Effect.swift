package import KumikiValues

extension Effect<JSONAction> {
  /// Returns an effect that sends an action at once, and takes over the caller's reference to the action.
  /// - Throws: the reason why the value cannot be used.
  package static func send(stealing action: JSONNode) throws(JSONError) -> Self {
    let effect = Effect.send(owned: SentNode(node: action))
    try JSONMeasure.checkWhole(action)
    return effect
  }
}

/// The value of an action, which an effect owns itself, instead of a ``JSON`` that does.
private struct SentNode: OwnedAction {
  let node: JSONNode

  func asAction(keptBy owner: AnyObject) -> JSONAction { JSONAction(node, keptBy: owner) }

  func releaseDeep() { node.releaseDeep() }
}
