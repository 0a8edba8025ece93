extension DependencyValues {
  /// Changes values with a function of the program, which may read an unset value in order to change a part of it.
  package mutating func set(by update: (inout DependencyValues) throws -> Void) rethrows {
    try DependencyAccess.$isSetting.withValue(true) { try update(&self) }
  }

  /// Runs `body` with these values as the current dependencies.
  package func scoped<Result>(_ body: () throws -> Result) rethrows -> Result {
    if let context = ReduceContext.current {
      let outer = context.pointee.dependencies
      context.pointee.dependencies = self
      defer { context.pointee.dependencies = outer }
      return try body()
    }
    return try EffectContext.$current.withValue(effectContext, operation: body)
  }

  func scoped<Result>(
    isolation: isolated (any Actor)?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await EffectContext.$current.withValue(effectContext, operation: body)
  }

  private var effectContext: EffectContext {
    EffectContext(entry: EffectContext.current?.entry, dependencies: self)
  }

  /// Runs `body` with changed dependencies in a step: like `withDependencies`, without the cost of the features that a
  /// program needs only outside of steps.
  @usableFromInline
  static func inStep<Result>(
    _ update: (inout DependencyValues) -> Void, _ body: () -> Result
  ) -> Result {
    var values = DependencyValues.current
    if values.context == .test { values.set(by: update) } else { update(&values) }
    return values.scoped(body)
  }
}

/// Runs `operation` with changed dependencies. Effects created in it keep these dependencies, and so does a model that
/// it returns.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try values.set(by: update)
  return try values.scoped { ModelDependencies.noted(try operation()) }
}

/// Runs an asynchronous operation with changed dependencies, which also apply in its child tasks.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void, operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try await DependencyAccess.$isSetting.withValue(true) { try await update(&values) }
  return try await values.scoped(isolation: isolation) {
    ModelDependencies.noted(try await operation())
  }
}
