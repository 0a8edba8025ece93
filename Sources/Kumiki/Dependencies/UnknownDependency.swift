// `@Dependency(\.clok)` where there is no such property. Of the initializers for key paths and for keys the
// compiler would take the latter for the one that is meant, and say of it what is wrong with a key path: three
// errors, none of which names the mistake. So it is offered initializers that are nearer, and which nothing
// can call: the parameter that it complains of says what is wrong.

extension Dependency where Value == UnknownDependency {
  /// Only to say that ``DependencyValues`` has no such property.
  @available(*, unavailable, message: "DependencyValues has no such property")
  public init<NoSuchPropertyOfDependencyValues>(
    _: KeyPath<UnknownDependency, UnknownDependency>,
    _: NoSuchPropertyOfDependencyValues? = nil
  ) { fatalError("unavailable") }
}

extension Dependency {
  /// Only to say that ``DependencyValues`` has no such property, where the type is written down.
  @available(*, unavailable, message: "DependencyValues has no such property")
  public init<NoSuchPropertyOfDependencyValues>(
    _: KeyPath<UnknownDependency, UnknownDependency>,
    _: NoSuchPropertyOfDependencyValues? = nil
  ) { fatalError("unavailable") }
}

/// What has any property, for the error of a dependency that does not exist. There is none of it.
@dynamicMemberLookup
public enum UnknownDependency {
  /// Stands for any property.
  public subscript(dynamicMember name: String) -> UnknownDependency { fatalError("there is none") }
}
