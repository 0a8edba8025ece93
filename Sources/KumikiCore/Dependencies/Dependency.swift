/// Reads a dependency.
///
///     @Dependency(\.uuid) var uuid
///     @Dependency(APIClient.self) var api
///
/// Each access returns the current value. If no value is set at that time, it returns the value that was current where
/// the property was created. So a model that was created in `withDependencies` keeps its dependencies.
@propertyWrapper
public struct Dependency<Value>: @unchecked Sendable {
  // Unchecked, because a key path of DependencyValues and the type of a key capture no mutable state.
  private let read: (DependencyValues) -> Value
  let initialValues = DependencyValues.current

  /// Selects a dependency by its property.
  public init(_ keyPath: KeyPath<DependencyValues, Value>) {
    read = { $0[keyPath: keyPath] }
  }

  /// Selects a dependency by its key. A client type may be its own key.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    read = { $0.value(of: key) }
  }

  /// Selects a dependency that a function reads.
  package init(reading read: @escaping (DependencyValues) -> Value) { self.read = read }

  /// The current value: in a reducer or an effect the value of its store, elsewhere the value of the surrounding scope.
  public var wrappedValue: Value { read(DependencyValues.current.over(initialValues)) }
}

extension DependencyValues {
  /// Returns the value of a key. Issues name the key by its type.
  package func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    override(key) ?? defaultValue(of: key, as: "\(key)")
  }
}
