extension Effect {
  /// The effect of a child feature, placed under its parent in the cancellation tree.
  ///
  /// - Parameter dismiss: the parent's action that dismisses the child, if it is a presentation.
  @inlinable
  package func scoped<Parent>(
    _ key: ScopeKey, _ kind: ScopeNode.Kind, embed: @escaping (Action) -> Parent,
    dismiss: (() -> Parent)? = nil
  ) -> Effect<Parent> {
    Effect<Parent>(node: ScopeEffectNode(self, key, kind, embed: embed, dismiss: dismiss))
  }

  /// Ends everything that runs under `key` and below it.
  @inlinable
  package static func end(_ key: ScopeKey) -> Self { Self(node: EndNode(key)) }
}

// Made by inlined code, which knows the types of the features. Elsewhere the runtime looks the class up by
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
    scope.pinned { child.accept(inner, into: LiftSink(sink, embed)) }
    scope.prune()
  }
}

@usableFromInline
final class EndNode<Action>: EffectNode<Action> {
  @usableFromInline let key: ScopeKey

  @inlinable
  init(_ key: ScopeKey) { self.key = key }

  override package func accept(_ acceptance: Acceptance, into _: EffectSink<Action>) {
    guard let child = acceptance.scope.removeChild(key) else { return }
    child.end()
    acceptance.scope.prune()
  }
}
