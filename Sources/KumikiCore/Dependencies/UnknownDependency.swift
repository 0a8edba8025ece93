// For `@Dependency(\.clok)`, where no such property exists. The compiler would choose the initializer for keys over the
// initializer for key paths, and explain why a key path does not match a key: three errors that hide the mistake. The
// initializers here match better, but cannot be called: the name of the parameter that the compiler reports states the
// mistake.

extension Dependency where Value == UnknownDependency {
  /// Exists only for the compiler error that ``DependencyValues`` has no such property.
  @available(*, unavailable, message: "DependencyValues has no such property")
  public init<NoSuchPropertyOfDependencyValues>(
    _: KeyPath<UnknownDependency, UnknownDependency>,
    _: NoSuchPropertyOfDependencyValues? = nil
  ) { fatalError("unavailable") }
}

extension Dependency {
  /// Exists only for the compiler error that ``DependencyValues`` has no such property, if the type is declared.
  @available(*, unavailable, message: "DependencyValues has no such property")
  public init<NoSuchPropertyOfDependencyValues>(
    _: KeyPath<UnknownDependency, UnknownDependency>,
    _: NoSuchPropertyOfDependencyValues? = nil
  ) { fatalError("unavailable") }
}

/// A type with any property, for the compiler error about a dependency that does not exist. It has no values.
@dynamicMemberLookup
public enum UnknownDependency {
  /// Stands for any property.
  public subscript(dynamicMember name: String) -> UnknownDependency { fatalError("there is none") }
}
