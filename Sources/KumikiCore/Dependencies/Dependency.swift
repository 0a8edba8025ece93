/// Reads a dependency. Each access gets the value in force at that moment.
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

  /// A dependency by its key. A client type may be its own key.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    read = { values in
      values.override(key) ?? values.context.value(of: key, as: "\(key)")
    }
  }

  /// The value in force where this is read: in a reducer or an effect that of its store, elsewhere that of
  /// the surrounding scope.
  public var wrappedValue: Value { read(DependencyValues.current) }
}
