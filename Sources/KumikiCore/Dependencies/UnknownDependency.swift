// For `@Dependency(\.clok)`, where no such property exists. Between the initializers for key paths and for
// keys, the compiler would assume that the one for keys is meant, and explain why a key path does not fit it:
// three errors, none of which names the mistake. The initializers here fit better, but nothing can call them:
// the parameter that the compiler complains about says what is wrong.

extension Dependency where Value == UnknownDependency {
  /// Exists only for the error that ``DependencyValues`` has no such property.
  @available(*, unavailable, message: "DependencyValues has no such property")
  public init<NoSuchPropertyOfDependencyValues>(
    _: KeyPath<UnknownDependency, UnknownDependency>,
    _: NoSuchPropertyOfDependencyValues? = nil
  ) { fatalError("unavailable") }
}

extension Dependency {
  /// Exists only for the error that ``DependencyValues`` has no such property, if the type is written down.
  @available(*, unavailable, message: "DependencyValues has no such property")
  public init<NoSuchPropertyOfDependencyValues>(
    _: KeyPath<UnknownDependency, UnknownDependency>,
    _: NoSuchPropertyOfDependencyValues? = nil
  ) { fatalError("unavailable") }
}

/// A type with any property, for the error of a dependency that does not exist. It has no values.
@dynamicMemberLookup
public enum UnknownDependency {
  /// Stands for any property.
  public subscript(dynamicMember name: String) -> UnknownDependency { fatalError("there is none") }
}
