// The cases of the standard library's enums, as case paths.

extension Optional: CasePathable {
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The case path of `none`.
    public let none = CasePath<Optional, Void>(embed: { .none }) {
      if case .none = $0 { () } else { nil }
    }
    /// The case path of `some`.
    public let some = CasePath<Optional, Wrapped>(embed: { .some($0) }) { $0 }

    /// The case path of a case of the wrapped value.
    public subscript<Inner>(
      dynamicMember step: KeyPath<Wrapped.AllCasePaths, CasePath<Wrapped, Inner>>
    ) -> CasePath<Optional, Inner> where Wrapped: CasePathable {
      some.through(step)
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Result: CasePathable {
  public struct AllCasePaths: Sendable {
    /// The case path of `success`.
    public let success = CasePath<Result, Success>(embed: { .success($0) }) {
      if case .success(let value) = $0 { value } else { nil }
    }
    /// The case path of `failure`.
    public let failure = CasePath<Result, Failure>(embed: { .failure($0) }) {
      if case .failure(let error) = $0 { error } else { nil }
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Never: CasePathable {
  /// No cases.
  public struct AllCasePaths: Sendable {}

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
