extension Effect {
  /// Makes an action of an error of this effect, so that the feature hears of it: `.loadFailed(…)`.
  ///
  ///     return .run { send in await send(.loaded(try await api.load())) }
  ///       .catch { .failed("\($0)") }
  ///
  /// Of several around an effect the nearest one is asked; a handler of the effect's own, `run(catch:)`,
  /// is nearer. Effects fail separately: the other members of a merge go on, and a chain goes on with its
  /// next link. The error of an effect that was cancelled is dropped. An error that is not caught is the
  /// issue `effect-threw`.
  ///
  /// - Parameter transform: runs on the loop's thread, with the dependencies that are in force where
  ///   `catch` is called. It answers the action, or nil for none; the error is dealt with either way.
  public func `catch`(
    _ transform: @escaping @Sendable (_ error: any Error) -> Action?
  ) -> Self {
    if isNone { return .none }
    let dependencies = DependencyValues.current
    return catching { error in dependencies.scoped { transform(error) } }
  }

  /// - Parameters:
  ///   - accepted: called when the store has taken the effect in.
  ///   - action: answers the action that an error becomes; nil for none.
  package func catching(
    accepted: ((Loop) -> Void)? = nil, _ action: @escaping (any Error) -> Action?
  ) -> Self {
    around { effect, acceptance, sink in
      accepted?(acceptance.table.loop)
      effect.accept(acceptance, into: LiftSink(sink, { $0 }, action))
    }
  }
}
