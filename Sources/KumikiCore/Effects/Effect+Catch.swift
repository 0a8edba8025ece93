extension Effect {
  /// Turns an error of this effect into an action, which tells the feature of it: `.loadFailed(…)`.
  ///
  ///     return .run { send in await send(.loaded(try await api.load())) }
  ///       .catch { .failed("\($0)") }
  ///
  /// Of several around an effect, the innermost one gets the error; the effect's own handler, `run(catch:)`,
  /// comes first. Effects fail separately: the other members of a merge go on, and a chain goes on with its
  /// next link. The error of an effect that was cancelled is dropped. An error that is not caught is reported
  /// as the issue `effect-threw`.
  ///
  /// - Parameter transform: runs on the loop's thread, with the dependencies that are in force where `catch`
  ///   is called. It returns the action, or nil for none; the error is handled either way.
  public func `catch`(
    _ transform: @escaping @Sendable (_ error: any Error) -> Action?
  ) -> Self {
    if isNone { return .none }
    let dependencies = DependencyValues.current
    return catching { error in dependencies.scoped { transform(error) } }
  }

  /// - Parameters:
  ///   - accepted: called when the store has accepted the effect.
  ///   - action: returns the action for an error; nil for none.
  package func catching(
    accepted: ((Loop) -> Void)? = nil, _ action: @escaping (any Error) -> Action?
  ) -> Self {
    around { effect, acceptance, sink in
      accepted?(acceptance.table.loop)
      effect.accept(acceptance, into: LiftSink(sink, { $0 }, action))
    }
  }
}
