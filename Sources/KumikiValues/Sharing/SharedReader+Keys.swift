// Values that are read by key.

extension SharedReader {
  /// The value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: the default, evaluated if the value is not in use yet.
  ///   - key: where the value is stored.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    self.init(key, initial: wrappedValue)
  }

  /// The value of a key, with another default.
  // Beside the one above: by the key's own type the compiler knows what an array's literal is to be.
  public init<Key: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: SharedKeyDefault<Key>
  ) {
    self.init(key, initial: wrappedValue)
  }

  /// The value of a key that has a default.
  public init<Key: SharedReaderKey<Value>>(_ key: SharedKeyDefault<Key>) {
    self.init(key) { key.initialValue }
  }

  /// The value of a key; nil if there is none.
  // Stands back where a key has a default that is nil.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// The value of a key, which is loaded first.
  ///
  /// - Throws: the error of loading, or ``SharedMissing`` if the key has no value.
  public init(require key: some SharedReaderKey<Value>) async throws where Value: Sendable {
    try await self.init(loading: key)
  }

  /// Reads another key from now on. This and all copies of it do. Until the load ends they have the value that
  /// they had before.
  public func load(_ key: some SharedReaderKey<Value>) async throws {
    try await move(to: key)
  }
}

// The same for keys that were declared on `SharedKey`. The compiler looks for `.count` in the protocol that the
// parameter has, and so would not find them above. They stand back, since a key that is found by both is the same.

extension SharedReader {
  /// The value of a key that can be written.
  @_disfavoredOverload
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(key, initial: wrappedValue)
  }

  /// The value of a key that can be written, with another default.
  @_disfavoredOverload
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: SharedKeyDefault<Key>
  ) {
    self.init(key, initial: wrappedValue)
  }

  /// The value of a key that can be written and has a default.
  @_disfavoredOverload
  public init<Key: SharedKey<Value>>(_ key: SharedKeyDefault<Key>) {
    self.init(key) { key.initialValue }
  }

  /// The value of a key that can be written; nil if there is none.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(key) { nil }
  }

  /// The value of a key that can be written, which is loaded first.
  ///
  /// - Throws: the error of loading, or ``SharedMissing`` if the key has no value.
  @_disfavoredOverload
  public init(require key: some SharedKey<Value>) async throws where Value: Sendable {
    try await self.init(loading: key)
  }

  /// Reads another key, which can be written, from now on.
  @_disfavoredOverload
  public func load(_ key: some SharedKey<Value>) async throws {
    try await move(to: key)
  }
}
