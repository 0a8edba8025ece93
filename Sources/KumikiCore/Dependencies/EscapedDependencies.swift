/// Passes the current dependencies to `operation`, which can carry them into a later callback.
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

/// The dependencies that were current when `withEscapedDependencies` was called.
public struct EscapedDependencies: Sendable {
  fileprivate let values: DependencyValues

  /// Runs `operation` with these dependencies.
  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try values.scoped(operation)
  }

  /// Runs an asynchronous operation with these dependencies.
  public func yield<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await values.scoped(isolation: isolation, operation)
  }
}
