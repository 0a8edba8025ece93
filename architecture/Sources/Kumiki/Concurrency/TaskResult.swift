/// The result of asynchronous work, as the payload of an action. It is compared by value, errors included.
///
/// If actions need not be equatable, prefer a `Result`, whose errors have no `==`.
public enum TaskResult<Success: Sendable>: Sendable {
  /// The work returned this.
  case success(Success)
  /// The work threw this.
  case failure(any Error)

  /// Runs the work, and keeps its value or its error.
  @_transparent
  public init(catching body: @Sendable () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }

  /// Converts a `Result`.
  public init<Failure: Error>(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The value. Throws the error of a failure.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
  }

  /// The result with its value transformed.
  public func map<New: Sendable>(_ transform: (Success) -> New) -> TaskResult<New> {
    flatMap { .success(transform($0)) }
  }

  /// The result of `transform` for the value, or the same error.
  public func flatMap<New: Sendable>(
    _ transform: (Success) -> TaskResult<New>
  ) -> TaskResult<New> {
    switch self {
    case .success(let value): transform(value)
    case .failure(let error): .failure(error)
    }
  }
}

extension Result where Success: Sendable, Failure == any Error {
  /// Converts a ``TaskResult``.
  public init(_ result: TaskResult<Success>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }
}

extension TaskResult: Equatable where Success: Equatable {
  /// Errors are equal if the `==` of their type returns true.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.success(let one), .success(let other)): one == other
    case (.failure(let one), .failure(let other)):
      (one as? any Equatable)?.isEqual(to: other) ?? false
    default: false
    }
  }
}

extension TaskResult: Hashable where Success: Hashable {
  /// Hashes the value, or the error if it can be hashed.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .success(let value): hasher.combine(value)
    case .failure(let error): (error as? any Hashable)?.hash(into: &hasher)
    }
  }
}

extension TaskResult: CasePathable {
  /// The paths of both cases.
  public struct AllCasePaths: Sendable {
    /// The returned value.
    public var success: CasePath<TaskResult, Success> {
      CasePath("success", embed: TaskResult.success) {
        if case .success(let value) = $0 { value } else { nil }
      }
    }

    /// The thrown error.
    public var failure: CasePath<TaskResult, any Error> {
      CasePath("failure", embed: TaskResult.failure) {
        if case .failure(let error) = $0 { error } else { nil }
      }
    }
  }

  /// The paths of both cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
