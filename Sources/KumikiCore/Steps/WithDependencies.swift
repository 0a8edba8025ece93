extension DependencyValues {
  /// Changes values with a function of the program, which may read an unset value in order to change a part of
  /// it.
  package mutating func set(by update: (inout DependencyValues) throws -> Void) rethrows {
    try DependencyAccess.$isSetting.withValue(true) { try update(&self) }
  }

  /// Runs `body` with these dependencies in force.
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

  /// Runs `body` with changed dependencies in force, in a step: as `withDependencies`, without the cost of what a
  /// program needs outside of steps.
  @usableFromInline
  static func inStep<Result>(
    _ update: (inout DependencyValues) -> Void, _ body: () -> Result
  ) -> Result {
    var values = DependencyValues.current
    if values.context == .test { values.set(by: update) } else { update(&values) }
    return values.scoped(body)
  }
}

/// Runs `operation` with changed dependencies. Effects that are made in it keep them, and so does a model that
/// it returns.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try values.set(by: update)
  return try values.scoped { ModelDependencies.noted(try operation()) }
}

/// Runs asynchronous work with changed dependencies, which hold in its child tasks too.
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
