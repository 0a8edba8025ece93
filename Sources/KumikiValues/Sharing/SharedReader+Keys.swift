// Initializers for values that are read by key.

extension SharedReader {
  /// Reads the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The default, evaluated if the value is not in use yet.
  ///   - key: Where the value is stored.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    self.init(key, initial: wrappedValue)
  }

  /// Reads the value of a key, with another default.
  // In addition to the initializer above: the key's own type tells the compiler the type of an array literal.
  public init<Key: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: SharedKeyDefault<Key>
  ) {
    self.init(key, initial: wrappedValue)
  }

  /// Reads the value of a key that has a default.
  public init<Key: SharedReaderKey<Value>>(_ key: SharedKeyDefault<Key>) {
    self.init(key) { key.initialValue }
  }

  /// Reads the value of a key; nil if there is none.
  // Disfavoured, so that it is not used for a key whose default is nil.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Reads the value of a key, which is loaded first.
  ///
  /// - Throws: The error of loading, or ``SharedMissing`` if the key has no value.
  public init(require key: some SharedReaderKey<Value>) async throws where Value: Sendable {
    try await self.init(loading: key)
  }

  /// Makes this reader and all its copies read another key from now on. Until the load ends they keep their old value.
  public func load(_ key: some SharedReaderKey<Value>) async throws {
    try await move(to: key)
  }
}

// The same initializers for keys that were declared on `SharedKey`. The compiler looks for `.count` in the
// parameter's protocol, and so would not find such keys above. These initializers are disfavoured, since a key that
// both find is the same.

extension SharedReader {
  /// Reads the value of a writable key.
  @_disfavoredOverload
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(key, initial: wrappedValue)
  }

  /// Reads the value of a writable key, with another default.
  @_disfavoredOverload
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: SharedKeyDefault<Key>
  ) {
    self.init(key, initial: wrappedValue)
  }

  /// Reads the value of a writable key that has a default.
  @_disfavoredOverload
  public init<Key: SharedKey<Value>>(_ key: SharedKeyDefault<Key>) {
    self.init(key) { key.initialValue }
  }

  /// Reads the value of a writable key; nil if there is none.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(key) { nil }
  }

  /// Reads the value of a writable key, which is loaded first.
  ///
  /// - Throws: The error of loading, or ``SharedMissing`` if the key has no value.
  @_disfavoredOverload
  public init(require key: some SharedKey<Value>) async throws where Value: Sendable {
    try await self.init(loading: key)
  }

  /// Reads another key, which is writable, from now on.
  @_disfavoredOverload
  public func load(_ key: some SharedKey<Value>) async throws {
    try await move(to: key)
  }
}
