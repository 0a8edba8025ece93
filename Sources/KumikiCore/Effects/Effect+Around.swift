/// An operator around an effect, defined by its action when the store accepts the effect.
private class AroundNode<Inner, Action>: EffectNode<Action> {
  final private var inner: Effect<Inner>
  private let accepting: (Effect<Inner>, Acceptance, EffectSink<Action>) -> Void

  init(
    _ inner: Effect<Inner>, _ kind: UInt32,
    _ accepting: @escaping (Effect<Inner>, Acceptance, EffectSink<Action>) -> Void
  ) {
    self.inner = inner
    self.accepting = accepting
    super.init()
    kinds = kind
    hold(inner.node)
  }

  deinit {
    guard reach > EffectNesting.granted else { return }
    // No other reference to the node may exist during this.
    var parts = inner.node.map { [$0] } ?? []
    inner = .none
    releaseParts(&parts)
  }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    if hasStack(acceptance) { accepting(inner, acceptance, sink) }
  }

  override func visit(by visitor: any EffectVisitor, in surroundings: EffectSurroundings) -> Int {
    inner.node?.visit(by: visitor, in: surroundings) ?? surroundings.link
  }
}

/// An operator that gives the effect an id.
private final class NamedAroundNode<Inner, Action>: AroundNode<Inner, Action> {
  private let id: AnyHashable

  init(
    _ id: AnyHashable, _ inner: Effect<Inner>, _ kind: UInt32,
    _ accepting: @escaping (Effect<Inner>, Acceptance, EffectSink<Action>) -> Void
  ) {
    self.id = id
    super.init(inner, kind, accepting)
  }

  override func visit(by visitor: any EffectVisitor, in surroundings: EffectSurroundings) -> Int {
    super.visit(by: visitor, in: surroundings.inside(id))
  }
}

extension Effect {
  /// Returns this effect with an operator around it, which decides how the effect is accepted. `.none` stays `.none`.
  ///
  /// - Parameters:
  ///   - isCounted: whether the operator counts as nesting by the program. The engine's own operators do not.
  ///   - id: the id that the operator gives the effect.
  func around<Outer>(
    isCounted: Bool = true, kind: UInt32 = EffectKind.around, id: AnyHashable? = nil,
    _ accept: @escaping (_ inner: Self, Acceptance, EffectSink<Outer>) -> Void
  ) -> Effect<Outer> {
    guard let node else { return .none }
    let make: () -> AnyEffectNode = {
      guard let id else { return AroundNode(self, kind, accept) }
      return NamedAroundNode(id, self, kind, accept)
    }
    return Effect<Outer>(
      untyped: isCounted ? AnyEffectNode.around(Int(node.depth), make) : make())
  }
}
