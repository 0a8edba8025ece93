/// A case named by a key path: `\.child` for `CaseKeyPath<Action, Child.Action>`, or a case of its payload:
/// `\.child.name`.
///
/// The first step is a property of the enum's `AllCasePaths`, so the compiler resolves the case and not the runtime.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<
  Root.AllCasePaths, CasePath<Root, Value>
>

/// A case named by a key path, with any payload.
public typealias PartialCaseKeyPath<Root: CasePathable> = PartialKeyPath<Root.AllCasePaths>

/// `\.self` instead of a case: every value of the enum.
public typealias WholeKeyPath<Root> = KeyPath<Root, Root>

extension KeyPath {
  /// Wraps a payload in a case: `(\Action.Cases.child)(.save)`.
  @inlinable
  public func callAsFunction<Enum: CasePathable, Payload>(_ payload: Payload) -> Enum
  where Root == Enum.AllCasePaths, Value == CasePath<Enum, Payload> {
    CasePath(self).embed(payload)
  }

  /// Returns a case without a payload: `(\Action.Cases.save)()`.
  @inlinable
  public func callAsFunction<Enum: CasePathable>() -> Enum
  where Root == Enum.AllCasePaths, Value == CasePath<Enum, Void> {
    CasePath(self).embed(())
  }

  /// Returns the key path of a case of this case's payload.
  public func appending<Enum: CasePathable, Payload: CasePathable, Inner>(
    path: CaseKeyPath<Payload, Inner>
  ) -> CaseKeyPath<Enum, Inner>
  where Root == Enum.AllCasePaths, Value == CasePath<Enum, Payload> {
    let rest: KeyPath<CasePath<Enum, Payload>, CasePath<Enum, Inner>> = \.[path: path]
    return appending(path: rest)
  }

  /// Whether a value is in a case: `case \.child.save:`.
  @inlinable
  public static func ~= <Enum: CasePathable, Payload>(path: KeyPath, value: Enum) -> Bool
  where Root == Enum.AllCasePaths, Value == CasePath<Enum, Payload> {
    CasePath(path).extract(from: value) != nil
  }
}

extension CasePath {
  /// This case path, followed by a path that starts at its payload.
  fileprivate subscript<Inner>(
    path path: CaseKeyPath<Value, Inner>
  ) -> CasePath<Root, Inner> where Value: CasePathable { chained(CasePath<Value, Inner>(path)) }
}
