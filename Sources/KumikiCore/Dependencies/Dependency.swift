/// Reads a dependency.
///
///     @Dependency(\.uuid) var uuid
///     @Dependency(APIClient.self) var api
///
/// Each access gets the value in force at that moment, and for what is not set then, the value in force where the
/// property was made. So a model that was made in `withDependencies` keeps its dependencies.
@propertyWrapper
public struct Dependency<Value>: @unchecked Sendable {
  // A key path of DependencyValues and the type of a key capture nothing that can change.
  private let read: (DependencyValues) -> Value
  let initialValues = DependencyValues.current

  /// A dependency by its property.
  public init(_ keyPath: KeyPath<DependencyValues, Value>) {
    read = { $0[keyPath: keyPath] }
  }

  /// A dependency by its key. A client type may be its own key.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    read = { $0.value(of: key) }
  }

  /// A dependency that a function reads.
  package init(reading read: @escaping (DependencyValues) -> Value) { self.read = read }

  /// The value in force where this is read: in a reducer or an effect that of its store, elsewhere that of
  /// the surrounding scope.
  public var wrappedValue: Value { read(DependencyValues.current.over(initialValues)) }
}

extension DependencyValues {
  /// The value of a key, which issues name by its type.
  package func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    override(key) ?? defaultValue(of: key, as: "\(key)")
  }
}
