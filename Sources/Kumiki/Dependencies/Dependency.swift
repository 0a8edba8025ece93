/// Reads a dependency where it is used: the value in force at each access.
///
///     @Dependency(\.uuid) var uuid
///     @Dependency(APIClient.self) var api
@propertyWrapper
public struct Dependency<Value>: @unchecked Sendable {
  // A key path of DependencyValues and the type of a key capture nothing that can change.
  private let read: (DependencyValues) -> Value

  /// A dependency by its property.
  public init(_ keyPath: KeyPath<DependencyValues, Value>) {
    read = { $0[keyPath: keyPath] }
  }

  /// A dependency by its key: of a client that is a key itself, its own type.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    read = { values in
      values.override(key) ?? values.context.value(of: key, as: "\(key)")
    }
  }

  /// The value where this is read: in a reducer or an effect its store's, else that of the scope
  /// around it.
  public var wrappedValue: Value { read(DependencyValues.current) }
}
