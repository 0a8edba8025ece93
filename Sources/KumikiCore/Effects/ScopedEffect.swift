extension Effect {
  /// Places the effect of a child feature under its parent in the cancellation tree.
  ///
  /// - Parameter dismiss: returns the parent's action that dismisses the child, if the child is a presentation.
  @inlinable
  package func scoped<Parent>(
    _ key: ScopeKey, _ kind: ScopeNode.Kind, embed: @escaping (Action) -> Parent,
    dismiss: (() -> Parent)? = nil
  ) -> Effect<Parent> {
    Effect<Parent>(node: ScopeEffectNode(self, key, kind, embed: embed, dismiss: dismiss))
  }

  /// Ends all effects under `key`, and under `more` keys, and below them.
  @inlinable
  package static func end(_ key: ScopeKey, _ more: [ScopeKey] = []) -> Self {
    Self(node: EndNode(key, more))
  }
}

// Created by inlined code, which knows the types of the features. In other code the runtime would look up the class by
// its type arguments.
@usableFromInline
final class ScopeEffectNode<Child, Parent>: EffectNode<Parent> {
  @usableFromInline let child: Effect<Child>
  @usableFromInline let key: ScopeKey
  @usableFromInline let kind: ScopeNode.Kind
  @usableFromInline let embed: (Child) -> Parent
  @usableFromInline let dismiss: (() -> Parent)?

  @inlinable
  init(
    _ child: Effect<Child>, _ key: ScopeKey, _ kind: ScopeNode.Kind,
    embed: @escaping (Child) -> Parent, dismiss: (() -> Parent)?
  ) {
    self.child = child
    self.key = key
    self.kind = kind
    self.embed = embed
    self.dismiss = dismiss
  }

  override package func accept(_ acceptance: Acceptance, into sink: EffectSink<Parent>) {
    var inner = acceptance
    let scope = acceptance.scope.child(key, kind: kind)
    if let dismiss, scope.dismiss == nil {
      scope.dismiss = { sink.send(dismiss(), from: $0) }
    }
    inner.heldScope = Uncounted(scope)
    scope.pinned { child.accept(inner, into: LiftSink(sink, of: scope, embed)) }
    scope.prune()
  }

  override package func visit(
    by visitor: any EffectVisitor, in surroundings: EffectSurroundings
  ) -> Int {
    child.node?.visit(by: visitor, in: surroundings.inside(key)) ?? surroundings.link
  }
}

@usableFromInline
final class EndNode<Action>: EffectNode<Action> {
  @usableFromInline let key: ScopeKey
  @usableFromInline let more: [ScopeKey]

  @inlinable
  init(_ key: ScopeKey, _ more: [ScopeKey]) {
    self.key = key
    self.more = more
  }

  override package func accept(_ acceptance: Acceptance, into _: EffectSink<Action>) {
    var ended: [ScopeNode] = []
    if let child = acceptance.scope.removeChild(key) { ended.append(child) }
    for key in more { if let child = acceptance.scope.removeChild(key) { ended.append(child) } }
    if ended.isEmpty { return }
    acceptance.table.holdTurns()
    acceptance.tell(ScopeNode.end(ended), from: acceptance.scope)
    acceptance.scope.prune()
  }
}
