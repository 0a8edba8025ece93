/// An effect whose code can wait for the result of an action that it sends.
package class DirectEntry: EffectEntry, @unchecked Sendable {
  /// The mismatch of the action that the effect's code is sending, if any.
  @safe @exclusivity(unchecked) final var refusal: (any Error)?

  /// Delivers an action while no store is busy, so that the action is reduced before this returns.
  ///
  /// - Returns: the reason if the action did not match; otherwise nil.
  package final func sendDirectly<Action>(_ action: Action) -> (any Error)? {
    if isOver { return nil }
    deliver(action, as: ActionSource(directlyFrom: serial))
    return refusal == nil ? nil : refusal.take()
  }
}
