extension Effect {
  /// Lets `cancel(id:)` stop this effect, from the same feature or one above it.
  ///
  /// - Parameter cancelInFlight: first stop what `cancel(id:)` would stop here. Nothing is
  ///   cancelled by an effect that is `.none`.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    cancellable(anyID: AnyHashable(id), cancelInFlight: cancelInFlight)
  }

  package func cancellable(anyID id: AnyHashable, cancelInFlight: Bool) -> Self {
    isNone ? .none : Self(node: CancellableNode(self, id: id, cancelInFlight: cancelInFlight))
  }

  /// Stops the effects under `id` of the feature that returns this, and of all features below it.
  public static func cancel(id: some Hashable & Sendable) -> Self { cancel(anyID: AnyHashable(id)) }

  package static func cancel(anyID id: AnyHashable) -> Self { Self(node: CancelNode(id)) }
}

private final class CancellableNode<Action>: EffectNode<Action> {
  let effect: Effect<Action>
  let id: AnyHashable
  let cancelInFlight: Bool

  init(_ effect: Effect<Action>, id: AnyHashable, cancelInFlight: Bool) {
    self.effect = effect
    self.id = id
    self.cancelInFlight = cancelInFlight
  }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    if cancelInFlight {
      acceptance.table.cancel(id, in: acceptance.scope, sparing: acceptance.groups)
    }
    var inner = acceptance
    let group = CancelGroup(id, in: acceptance)
    inner.groups = group
    withExtendedLifetime(group) { effect.accept(inner, into: sink) }
  }
}

private final class CancelNode<Action>: EffectNode<Action> {
  let id: AnyHashable
  init(_ id: AnyHashable) { self.id = id }

  override func accept(_ acceptance: Acceptance, into _: EffectSink<Action>) {
    acceptance.table.cancel(id, in: acceptance.scope)
  }
}
