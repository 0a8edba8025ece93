public import Kumiki
internal import IssueReporting

// Work that effects may do besides sending, as dependencies, so that a test can wait for it or
// observe it.

extension DependencyValues {
  /// Starts work that no code waits for. A test waits for it.
  @_disfavoredOverload
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

}

/// Starts work that no code waits for: the dependency `\.fireAndForget`.
public struct FireAndForget: Sendable {
  fileprivate typealias Work = @Sendable () async throws -> Void
  private let begin: @Sendable (TaskPriority?, @escaping Work) async -> Void

  fileprivate init(_ begin: @escaping @Sendable (TaskPriority?, @escaping Work) async -> Void) {
    self.begin = begin
  }

  /// Starts `operation`, with the dependencies of the caller. An error that it throws is lost; in a test it is an
  /// issue.
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
      // A separate task, so that the caller's cancellation does not reach the work, as in a
      // program.
      let loop = DependencyValues.ambientLoop
      try await Task(executorPreference: loop, priority: priority, operation: operation).value
    } catch is CancellationError {
    } catch {
      reportIssue(error)
    }
  }
  static let previewValue = testValue
}

/// Passes the current dependencies to asynchronous work, which can use them in a later callback.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (EscapedDependencies) async throws -> Result
) async rethrows -> Result {
  try await operation(withEscapedDependencies { $0 })
}
