// Initializers for values that are shared by key.

extension Shared {
  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default, evaluated if the value is not in use yet.
  ///   - key: Where the value is stored.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(key, initial: wrappedValue)
  }

  /// Shares the value of a key, with another default.
  // In addition to the initializer above: the key's own type tells the compiler the type of an array literal.
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
  // Disfavoured, so that it is not used for a key whose default is nil.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Shares the value of a key, which is loaded first.
  ///
  /// - Throws: The error of loading, or ``SharedMissing`` if the key has no value.
  public init(require key: some SharedKey<Value>) async throws where Value: Sendable {
    try await self.init(loading: key)
  }

  /// Makes this value and all its copies share the value of another key from now on. Until the load ends they keep
  /// their old value.
  public func load(_ key: some SharedKey<Value>) async throws {
    try await move(to: key)
  }
}
