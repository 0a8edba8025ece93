// Values that are shared by key.

extension Shared {
  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: the default, evaluated if the value is not in use yet.
  ///   - key: where the value is stored.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(key, initial: wrappedValue)
  }

  /// Shares the value of a key, with another default.
  // Beside the one above: by the key's own type the compiler knows what an array's literal is to be.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: SharedKeyDefault<Key>
  ) {
    self.init(key, initial: wrappedValue)
  }

  /// Shares the value of a key that has a default.
  public init<Key: SharedKey<Value>>(_ key: SharedKeyDefault<Key>) {
    self.init(key) { key.initialValue }
  }

  /// Shares the value of a key. Returns nil if the key has no value.
  // Stands back where a key has a default that is nil.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Shares the value of a key, which is loaded first.
  ///
  /// - Throws: the error of loading, or ``SharedMissing`` if the key has no value.
  public init(require key: some SharedKey<Value>) async throws where Value: Sendable {
    try await self.init(loading: key)
  }

  /// Shares the value of another key from now on. This and all copies of it do. Until the load ends they have the value that
  /// they had before.
  public func load(_ key: some SharedKey<Value>) async throws {
    try await move(to: key)
  }
}
