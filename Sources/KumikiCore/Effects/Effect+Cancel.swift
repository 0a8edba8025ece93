extension Effect {
  /// Lets `cancel(id:)` stop this effect, from the same feature or a feature above it.
  ///
  /// - Parameters:
  ///   - id: identifies the effect; a value of any type. The id belongs to the feature.
  ///   - cancelInFlight: whether first to stop the effects that `cancel(id:)` would stop here, except the effects that
  ///     contain this one. An effect that is `.none` cancels nothing.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    cancellable(anyID: AnyHashable(effectID: id), cancelInFlight: cancelInFlight)
  }

  package func cancellable(
    anyID id: AnyHashable, cancelInFlight: Bool, isCounted: Bool = true
  ) -> Self {
    around(isCounted: isCounted, kind: EffectKind.cancellable, id: id) { effect, acceptance, sink in
      guard !acceptance.isCancelled else { return }
      // An effect that resumes after a restore was running at the same time as the others that resume.
      if cancelInFlight, !acceptance.isResumed {
        acceptance.table.cancel(id, in: acceptance.scope, sparing: acceptance.groups)
      }
      acceptance.within(id) { effect.accept($0, into: sink) }
    }
  }

  /// Puts an id around an effect for the engine's own use. Like `cancellable`, but does not count as nesting by the
  /// program.
  package func marked(_ mark: AnyHashable) -> Self {
    cancellable(anyID: mark, cancelInFlight: false, isCounted: false)
  }

  /// Stops the effects under `id` of the feature that returns this effect, and of all features below it.
  ///
  /// Inside an effect with that id, this also ends that effect: no further part of a chain or merge around it starts.
  ///
  /// - Complexity: O(*n*) for *n* effects that it cancels, when the store accepts it.
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
