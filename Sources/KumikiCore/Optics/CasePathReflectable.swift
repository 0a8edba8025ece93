/// A list of case paths in which the case of a value is found: `Action.allCasePaths[action]`.
///
/// `@CasePathable` makes one.
public protocol CasePathReflectable<Root> {
  /// The enum whose cases these are.
  associatedtype Root: CasePathable

  /// The key path of the case that a value is in.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

/// An enum whose case paths can be visited one after the other, in the order in which the cases are declared:
/// `for path in Action.allCasePaths`.
///
/// An enum marked `@CasePathable` is one. Cases that are unavailable are left out.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The key path of the case that the value is in, for use as a key or a tag: `state.case == \.loading`.
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}

extension KeyPath where Root == Value, Root: CasePathReflectable {
  /// The value itself: `(\Action.Cases.self)(.tapped)`, as a path that leads to no case is called.
  public func callAsFunction(_ value: Root.Root) -> Root.Root { value }
}

extension Optional.AllCasePaths: CasePathReflectable, Sequence {
  /// The key path of the case that an optional is in.
  public subscript(root: Wrapped?) -> PartialCaseKeyPath<Wrapped?> {
    switch root {
    case .none: \.none
    case .some: \.some
    }
  }

  /// `\.none` and `\.some`.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Wrapped?>]> {
    [\.none, \.some].makeIterator()
  }
}

extension Result.AllCasePaths: CasePathReflectable, Sequence {
  /// The key path of the case that a result is in.
  public subscript(root: Result<Success, Failure>) -> PartialCaseKeyPath<Result<Success, Failure>> {
    switch root {
    case .success: \.success
    case .failure: \.failure
    }
  }

  /// `\.success` and `\.failure`.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Result<Success, Failure>>]> {
    [\.success, \.failure].makeIterator()
  }
}

extension Never.AllCasePaths: CasePathReflectable, Sequence {
  /// Cannot be called, since there is no value.
  public subscript(root: Never) -> PartialCaseKeyPath<Never> {}

  /// Nothing.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Never>]> {
    [].makeIterator()
  }
}

extension Optional: CasePathIterable {}
extension Result: CasePathIterable {}
extension Never: CasePathIterable {}
