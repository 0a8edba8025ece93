extension Effect {
  /// Lets `cancel(id:)` stop this effect, from the same feature or one above it.
  ///
  /// - Parameters:
  ///   - id: the id by which the effect is found: a value of any type. It belongs to the feature.
  ///   - cancelInFlight: first stop what `cancel(id:)` would stop here, but for the effects that this one is a part
  ///     of. An effect that is `.none` cancels nothing.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    cancellable(anyID: AnyHashable(effectID: id), cancelInFlight: cancelInFlight)
  }

  package func cancellable(
    anyID id: AnyHashable, cancelInFlight: Bool, isCounted: Bool = true
  ) -> Self {
    around(isCounted: isCounted, kind: EffectKind.cancellable) { effect, acceptance, sink in
      guard !acceptance.isCancelled else { return }
      // What goes on after a restore was in flight beside the others that do.
      if cancelInFlight, !acceptance.goesOn {
        acceptance.table.cancel(id, in: acceptance.scope, sparing: acceptance.groups)
      }
      acceptance.within(id) { effect.accept($0, into: sink) }
    }
  }

  /// Puts an id around an effect for the engine's own use: like `cancellable`, but it does not count as
  /// nesting by the program.
  package func marked(_ mark: AnyHashable) -> Self {
    cancellable(anyID: mark, cancelInFlight: false, isCounted: false)
  }

  /// Stops the effects under `id` of the feature that returns this, and of all features below it.
  ///
  /// Inside an effect of that id it ends that one as well: no further part of a chain or merge around it begins.
  ///
  /// - Complexity: when the store accepts it, O(*n*) in the effects that it cancels.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    cancel(anyID: AnyHashable(effectID: id))
  }

  package static func cancel(anyID id: AnyHashable) -> Self {
    .atAcceptance { acceptance, _ in
      acceptance.groups?.cancelAround(id, in: acceptance.scope)
      acceptance.table.cancel(id, in: acceptance.scope)
    }
  }
}
