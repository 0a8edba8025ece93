public import Kumiki

// A dependency that features know only as a protocol, read in a test as its own type.

extension Dependency {
  /// Reads a dependency by its property, as the type that the test set.
  ///
  ///     @Suite(.dependencies { $0.client = TestClient() }) struct ClientTests {
  ///       @Dependency(\.client, as: TestClient.self) var client
  ///     }
  ///
  /// The test ends if the dependency has another type.
  public init<Existential>(
    _ keyPath: any KeyPath<DependencyValues, Existential> & Sendable, as type: Value.Type,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init { values in
      cast(values[keyPath: keyPath], as: type, "\(keyPath)", file, line)
    }
  }

  /// Reads a dependency by its key, as the type that the test set. The test ends if the dependency has
  /// another type.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type, as type: Value.Type, file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init { values in cast(values.value(of: key), as: type, "\(key).self", file, line) }
  }
}

private func cast<Value>(
  _ found: Any, as type: Value.Type, _ name: String, _ file: StaticString, _ line: UInt
) -> Value {
  guard let value = found as? Value else {
    fatalError(
      "the dependency \(name) is a \(Swift.type(of: found)), not a \(type); set it in a trait of the test or "
        + "the suite: .dependencies { … }", file: file, line: line)
  }
  return value
}
