extension DependencyValues {
  /// Changes values with a function of the program. In a test, the function may read an unset value in order
  /// to change a part of it.
  package mutating func set(by update: (inout DependencyValues) throws -> Void) rethrows {
    guard context == .test else { return try update(&self) }
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

  fileprivate func scoped<Result>(
    isolation: isolated (any Actor)?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await EffectContext.$current.withValue(effectContext, operation: body)
  }

  private var effectContext: EffectContext {
    EffectContext(entry: EffectContext.current?.entry, dependencies: self)
  }
}

/// Runs `operation` with changed dependencies. Effects that are made in it keep them.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try values.set(by: update)
  return try values.scoped(operation)
}

/// Runs asynchronous work with changed dependencies, which hold in its child tasks too.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void, operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try await DependencyAccess.$isSetting.withValue(true) { try await update(&values) }
  return try await values.scoped(isolation: isolation, operation)
}

/// Hands the current dependencies to `operation`, which can carry them into a later callback.
///
///     withEscapedDependencies { dependencies in
///       connection.onMessage { message in
///         dependencies.yield { handle(message) }
///       }
///     }
public func withEscapedDependencies<Result>(
  _ operation: (EscapedDependencies) throws -> Result
) rethrows -> Result {
  try operation(EscapedDependencies(values: .current))
}

/// The dependencies that were in force where `withEscapedDependencies` was called.
public struct EscapedDependencies: Sendable {
  fileprivate let values: DependencyValues

  /// Runs `operation` with them.
  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try values.scoped(operation)
  }

  /// Runs asynchronous work with them.
  public func yield<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await values.scoped(isolation: isolation, operation)
  }
}
