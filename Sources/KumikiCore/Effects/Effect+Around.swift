/// An operator around an effect, defined by its action when the store accepts the effect.
private final class AroundNode<Inner, Action>: EffectNode<Action> {
  private var inner: Effect<Inner>
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

  override func visit(by visitor: any EffectVisitor, in scope: [ScopeKey]) {
    inner.node?.visit(by: visitor, in: scope)
  }
}

extension Effect {
  /// Returns this effect with an operator around it, which decides how the effect is accepted. `.none` stays `.none`.
  ///
  /// - Parameter isCounted: whether the operator counts as nesting by the program. The engine's own operators do not.
  func around<Outer>(
    isCounted: Bool = true, kind: UInt32 = EffectKind.around,
    _ accept: @escaping (_ inner: Self, Acceptance, EffectSink<Outer>) -> Void
  ) -> Effect<Outer> {
    guard let node else { return .none }
    guard isCounted else { return Effect<Outer>(node: AroundNode(self, kind, accept)) }
    return Effect<Outer>(
      untyped: AnyEffectNode.around(Int(node.depth)) { AroundNode(self, kind, accept) })
  }
}
