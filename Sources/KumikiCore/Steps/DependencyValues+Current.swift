// The current dependencies of running code.

extension DependencyValues {
  /// The current dependencies: from the step being reduced, otherwise from the running effect, otherwise from
  /// `withDependencies`.
  public static var current: Self {
    if let context = ReduceContext.current { return context.pointee.dependencies }
    return outsideOfSteps ?? .unset
  }

  /// The dependencies of code outside of a step: the dependencies of the effect, or those set around the code;
  /// otherwise the dependencies of the test whose loop runs the code, as for functions in C.
  private static var outsideOfSteps: Self? {
    EffectContext.current?.dependencies ?? ThreadFrame.current.pointee.runningTestLoop?.testValues
  }

  /// Returns the value set for a key here, if any. Unlike `current`, retains nothing during a step.
  package static func ambient<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    if let context = ReduceContext.current {
      // Asked first, because the values would be retained for the search.
      return context.pointee.dependencies.isUnset ? nil : context.pointee.dependencies.override(key)
    }
    return outsideOfSteps?.override(key)
  }

  /// Returns one of the engine's own values that is set here, if any.
  package static func ambient<Value: Sendable>(own type: Value.Type) -> Value? {
    if let context = ReduceContext.current { return context.pointee.dependencies[own: type] }
    return outsideOfSteps?[own: type]
  }

  /// The scope that is set here, if any.
  static var ambientScope: SharedScope? {
    if let context = ReduceContext.current { return context.pointee.dependencies.storedScope }
    return outsideOfSteps?.storedScope
  }

  /// Reports the use of a dependency that a test has not set, as the issue `unimplemented-dependency`.
  ///
  /// The functions of a key's `testValue` call this with their own name: `"Archive.load"`.
  public static func reportUnimplemented(_ name: String) {
    reportUnimplemented(
      name, "set it with withDependencies, .dependency or where the store is made")
  }

  /// - Parameter advice: the remedy, in terms of the caller's language.
  package static func reportUnimplemented(_ name: String, _ advice: String) {
    DependencyAccess.reading?.isComplete = false
    if DependencyAccess.isSetting { return }
    ReduceContext.report(
      .unimplementedDependency,
      "the dependency \"\(name)\" was used, but no value was set; \(advice)", label: "",
      on: ambientLoop)
  }

  package static var ambientLoop: Loop? {
    ReduceContext.current?.pointee.core.loop ?? EffectContext.current?.entry?.table.loop
  }
}
