extension Effect {
  /// Converts an error of this effect to an action that reports the error to the feature: `.loadFailed(…)`.
  ///
  ///     return .run { send in await send(.loaded(try await api.load())) }
  ///       .catch { .failed("\($0)") }
  ///
  /// If several handlers are around an effect, the innermost handler gets the error; the effect's own handler,
  /// `run(catch:)`, comes first. Effects fail separately: the other members of a merge continue, and a chain continues
  /// with its next member. The error of a cancelled effect is dropped. An uncaught error is reported as the issue
  /// `effect-threw`.
  ///
  /// - Parameter transform: runs on the loop's thread, with the dependencies that are current where `catch` is called.
  ///   It returns the action, or nil for no action; the error is handled in both cases.
  public func `catch`(
    _ transform: @escaping @Sendable (_ error: any Error) -> Action?
  ) -> Self {
    if isNone { return .none }
    let dependencies = DependencyValues.current
    return catching { error in dependencies.scoped { transform(error) } }
  }

  /// - Parameters:
  ///   - accepted: called when the store has accepted the effect.
  ///   - action: returns the action for an error, or nil for no action.
  package func catching(
    accepted: ((Loop) -> Void)? = nil, _ action: @escaping (any Error) -> Action?
  ) -> Self {
    around { effect, acceptance, sink in
      accepted?(acceptance.table.loop)
      effect.accept(acceptance, into: LiftSink(sink, { $0 }, action))
    }
  }
}
