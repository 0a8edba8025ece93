// Which dependencies are in force where code runs.

extension DependencyValues {
  /// The dependencies in force here: those of the step being reduced, else of the running effect,
  /// else those that `withDependencies` set.
  public static var current: Self {
    if let context = ReduceContext.current { return context.pointee.dependencies }
    return outsideOfSteps ?? .unset
  }

  /// Those of code outside of a step: the effect's or those that were set around it, else of the test whose loop
  /// runs the code, as it does functions in C.
  private static var outsideOfSteps: Self? {
    EffectContext.current?.dependencies ?? ThreadFrame.current.pointee.runningTestLoop?.testValues
  }

  /// The value set for a key here, if any. Unlike `current` it retains nothing during a step.
  package static func ambient<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    if let context = ReduceContext.current { return context.pointee.dependencies.override(key) }
    return outsideOfSteps?.override(key)
  }

  /// A value of the engine's own that is set here, if any.
  package static func ambient<Value: Sendable>(own type: Value.Type) -> Value? {
    if let context = ReduceContext.current { return context.pointee.dependencies[own: type] }
    return outsideOfSteps?[own: type]
  }

  /// The scope that is set here, if any.
  static var ambientScope: SharedScope? {
    if let context = ReduceContext.current { return context.pointee.dependencies.storedScope }
    return outsideOfSteps?.storedScope
  }

  /// Reports the use of something that a test has not set, as the issue `unimplemented-dependency`.
  ///
  /// The functions of a key's `testValue` call this with their own name: `"Archive.load"`.
  public static func reportUnimplemented(_ name: String) {
    reportUnimplemented(
      name, "set it with withDependencies, .dependency or where the store is made")
  }

  /// - Parameter advice: what to do, in terms of the caller's language.
  package static func reportUnimplemented(_ name: String, _ advice: String) {
    DependencyAccess.reading?.isComplete = false
    if DependencyAccess.isSetting { return }
    ReduceContext.report(
      .unimplementedDependency, "the dependency \"\(name)\" was used and nobody set it; \(advice)",
      label: "", on: ambientLoop)
  }

  package static var ambientLoop: Loop? {
    ReduceContext.current?.pointee.core.loop ?? EffectContext.current?.entry?.table.loop
  }
}
