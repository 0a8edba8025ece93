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

  /// Checks a condition: in a program as Swift's `assert` does, in a test as an issue of the test.
  @_disfavoredOverload
  public var assert: AssertionEffect {
    get { self[AssertKey.self] }
    set { self[AssertKey.self] = newValue }
  }
}

/// Begins work that nobody waits for: the dependency `\.fireAndForget`.
public struct FireAndForget: Sendable {
  fileprivate typealias Work = @Sendable () async throws -> Void
  private let begin: @Sendable (TaskPriority?, @escaping Work) async -> Void

  fileprivate init(_ begin: @escaping @Sendable (TaskPriority?, @escaping Work) async -> Void) {
    self.begin = begin
  }

  /// Begins `operation`, with the dependencies of the caller. An error that it throws is lost.
  public func callAsFunction(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Void
  ) async { await begin(priority, operation) }
}

private enum FireAndForgetKey: DependencyKey {
  static let liveValue = FireAndForget { priority, operation in
    Task(priority: priority) { try await operation() }
  }

  static let testValue = FireAndForget { _, operation in try? await operation() }
  static let previewValue = testValue
}

/// Checks a condition: the dependency `\.assert`.
public struct AssertionEffect: Sendable {
  private let check: @Sendable (Bool, String, StaticString, UInt) -> Void

  /// - Parameter check: receives the condition's value, the message and the place of each check.
  public init(_ check: @escaping @Sendable (Bool, String, StaticString, UInt) -> Void) {
    self.check = check
  }

  /// Checks a condition that must hold.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) { check(condition(), message(), file, line) }
}

private enum AssertKey: DependencyKey {
  static let liveValue = AssertionEffect { Swift.assert($0, $1, file: $2, line: $3) }

  static let testValue = AssertionEffect { condition, message, file, line in
    if condition { return }
    let text = message.isEmpty ? "" : ": \(message)"
    reportIssue("Assertion failed\(text)", filePath: file, line: line)
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
