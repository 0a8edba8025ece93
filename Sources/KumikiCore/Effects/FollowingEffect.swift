extension Effect {
  /// Puts this effect into its own node under `key`. The node keeps `memory`, the effect's record, until the key is
  /// ended. The effect belongs to no send, so no caller waits for it.
  ///
  /// - Parameter part: the part that stands for the whole effect, for snapshots.
  func following(
    _ key: ScopeKey, _ memory: AnyObject, _ part: EffectPart = EffectPart()
  ) -> Self {
    Self(node: FollowingNode(self, key, memory, part))
  }

  /// Stores `memory` under `key`, without an effect.
  @usableFromInline
  static func remembering(_ memory: AnyObject, under key: ScopeKey) -> Self {
    Effect.none.following(key, memory)
  }
}

private final class FollowingNode<Action>: EffectNode<Action> {
  private let effect: Effect<Action>
  private let key: ScopeKey
  private let memory: AnyObject
  private let part: EffectPart

  init(
    _ effect: Effect<Action>, _ key: ScopeKey, _ memory: AnyObject, _ part: EffectPart
  ) {
    self.effect = effect
    self.key = key
    self.memory = memory
    self.part = part
  }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    // Not `isCancelled`, which also checks the send.
    guard !acceptance.table.isEnded, !acceptance.scope.isEnded else { return }
    let scope = acceptance.scope.child(key, kind: .transparent)
    scope.remember(memory)
    if let followed = memory as? FollowedEffect {
      followed.reopenWindows(in: scope.identity, of: acceptance.table.loop)
    } else if let end = memory as? FeatureEnd {
      end.sink = sink
    }
    var inner = acceptance
    inner.heldScope = Uncounted(scope)
    inner.heldTaskTree = acceptance.table.sharedTaskTree()
    inner.part = part
    scope.pinned { effect.accept(inner, into: sink) }
  }
}

/// Ends state-driven effects that are no longer declared.
final class EndFollowingNode: AnyEffectNode {
  private let node: ScopeNode
  private let optics: [OpticID]

  init(_ node: ScopeNode, _ optics: [OpticID]) {
    self.node = node
    self.optics = optics
  }

  override func accept(_ acceptance: Acceptance, anySink _: AnyObject) {
    acceptance.table.holdTurns()
    node.pin()
    acceptance.tell(node.endFollowing(at: optics), from: node)
    node.unpin()
  }
}
