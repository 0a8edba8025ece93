/// A list of case paths that returns the case of a value: `Action.allCasePaths[action]`.
///
/// `@CasePathable` generates one.
public protocol CasePathReflectable<Root> {
  /// The enum that has these cases.
  associatedtype Root: CasePathable

  /// The key path of a value's case.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

/// An enum whose case paths can be iterated in declaration order: `for path in Action.allCasePaths`.
///
/// `@CasePathable` makes an enum conform. Unavailable cases are left out.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The key path of the value's case, for use as a key or a tag: `state.case == \.loading`.
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}

extension KeyPath where Root == Value, Root: CasePathReflectable {
  /// Returns the value itself: `(\Action.Cases.self)(.tapped)` calls a path that leads to no case.
  public func callAsFunction(_ value: Root.Root) -> Root.Root { value }
}

extension Optional.AllCasePaths: CasePathReflectable, Sequence {
  /// The key path of an optional's case.
  public subscript(root: Wrapped?) -> PartialCaseKeyPath<Wrapped?> {
    switch root {
    case .none: \.none
    case .some: \.some
    }
  }

  /// Iterates over `\.none` and `\.some`.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Wrapped?>]> {
    [\.none, \.some].makeIterator()
  }
}

extension Result.AllCasePaths: CasePathReflectable, Sequence {
  /// The key path of a result's case.
  public subscript(root: Result<Success, Failure>) -> PartialCaseKeyPath<Result<Success, Failure>> {
    switch root {
    case .success: \.success
    case .failure: \.failure
    }
  }

  /// Iterates over `\.success` and `\.failure`.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Result<Success, Failure>>]> {
    [\.success, \.failure].makeIterator()
  }
}

extension Never.AllCasePaths: CasePathReflectable, Sequence {
  /// Cannot be called, because the type has no values.
  public subscript(root: Never) -> PartialCaseKeyPath<Never> {}

  /// Iterates over nothing.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Never>]> {
    [].makeIterator()
  }
}

extension Optional: CasePathIterable {}
extension Result: CasePathIterable {}
extension Never: CasePathIterable {}
