extension Effect {
  /// Lets `cancel(id:)` stop this effect, from the same feature or one above it.
  ///
  /// - Parameter cancelInFlight: first stop what `cancel(id:)` would stop here. Nothing is
  ///   cancelled by an effect that is `.none`.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    cancellable(anyID: AnyHashable(effectID: id), cancelInFlight: cancelInFlight)
  }

  package func cancellable(anyID id: AnyHashable, cancelInFlight: Bool) -> Self {
    if isNone { return .none }
    return .around(depth) { CancellableNode(self, id: id, cancelInFlight: cancelInFlight) }
  }

  /// Puts an id around an effect for the engine's own use: as `cancellable`, but not counted as nesting of
  /// the program.
  package func marked(_ mark: AnyHashable) -> Self {
    isNone ? .none : Self(node: CancellableNode(self, id: mark, cancelInFlight: false))
  }

  /// Stops the effects under `id` of the feature that returns this, and of all features below it.
  ///
  /// - Complexity: when the store accepts it, O(*n*) in the effects that it cancels.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    cancel(anyID: AnyHashable(effectID: id))
  }

  package static func cancel(anyID id: AnyHashable) -> Self { Self(node: CancelNode(id)) }
}

private final class CancellableNode<Action>: EffectNode<Action> {
  private var effect: Effect<Action>
  private let id: AnyHashable
  private let cancelInFlight: Bool

  init(_ effect: Effect<Action>, id: AnyHashable, cancelInFlight: Bool) {
    self.effect = effect
    self.id = id
    self.cancelInFlight = cancelInFlight
    super.init()
    hold(effect.node)
  }

  deinit { letGo(&effect) }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    guard !acceptance.isCancelled, hasRoom(acceptance) else { return }
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
    guard !acceptance.isCancelled else { return }
    acceptance.table.cancel(id, in: acceptance.scope)
  }
}
