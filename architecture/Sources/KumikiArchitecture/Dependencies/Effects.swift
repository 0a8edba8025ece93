public import Kumiki
internal import IssueReporting

// What effects may do beside sending, as dependencies, so that a test waits for it or sees it.

extension DependencyValues {
  /// Begins work that nobody waits for. In a test it is waited for.
  @_disfavoredOverload
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

}

/// Begins work that nobody waits for: the dependency `\.fireAndForget`.
public struct FireAndForget: Sendable {
  fileprivate typealias Work = @Sendable () async throws -> Void
  private let begin: @Sendable (TaskPriority?, @escaping Work) async -> Void

  fileprivate init(_ begin: @escaping @Sendable (TaskPriority?, @escaping Work) async -> Void) {
    self.begin = begin
  }

  /// Begins `operation`, with the dependencies of the caller. An error that it throws is lost, in a test an issue.
  public func callAsFunction(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Void
  ) async { await begin(priority, operation) }
}

private enum FireAndForgetKey: DependencyKey {
  static let liveValue = FireAndForget { priority, operation in
    Task(priority: priority) { try await operation() }
  }

  static let testValue = FireAndForget { priority, operation in
    do {
      // A task of its own: the caller's cancellation does not reach the work, as in a program.
      let loop = DependencyValues.ambientLoop
      try await Task(executorPreference: loop, priority: priority, operation: operation).value
    } catch is CancellationError {
    } catch {
      reportIssue(error)
    }
  }
  static let previewValue = testValue
}

/// Hands the current dependencies to asynchronous work, which can carry them into a later callback.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (EscapedDependencies) async throws -> Result
) async rethrows -> Result {
  try await operation(withEscapedDependencies { $0 })
}
