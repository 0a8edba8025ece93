/// A value that several features share: the others see a write by one at once.
///
///     struct State: Equatable {
///       @Shared(.inMemory("count")) var count = 0
///       @Shared var profile: Profile
///     }
///     …
///     state.$count.withLock { $0 += 1 }
///
/// It is a reference, but equal to another one if the values are equal. Pass it (`$count`), or a part of it
/// (`$profile.name`), to other features, and read and write it on any thread. Reducers and effects write it
/// like state, and a test store expects the test to account for the changes.
///
/// - Complexity: a write copies the value if its storage is shared, as in `var copy = value`.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value>: SharedReadable {
  package let box: any SharedBox<Value>

  package init(box: any SharedBox<Value>) { self.box = box }

  /// Shares a value that is not stored under a key.
  public init(value: sending Value) {
    box = SharedReference(value, name: "value")
  }

  /// Shares the same value as another `Shared`.
  public init(projectedValue: Shared<Value>) { self = projectedValue }

  /// The value. Write it with ``withLock(_:)``.
  public var wrappedValue: Value {
    get { box.read() }
    // Not deprecated: of that the compiler warns also where a store with bindings only reads the property.
    @available(
      *, unavailable, message: "Use $shared.withLock, which no other write can come between."
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// The shared value itself, `$value`: to pass on, and to write with `withLock`.
  public var projectedValue: Shared<Value> {
    get { self }
    set { self = newValue }
  }

  /// Changes the value while no other thread does. Readers get the old value meanwhile.
  ///
  /// If `operation` throws, the value stays as it was.
  @discardableResult
  public func withLock<Result>(_ operation: (inout Value) throws -> Result) rethrows -> Result {
    try box.modify(operation)
  }

  public var _reader: SharedReader<Value> { SharedReader(box: box) }
  /// Whether the calling thread is inside an update of it.
  package var isBeingWritten: Bool { box.root.isBeingWritten }

  /// A part as a shared value of its own.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    Shared<Member>(box: SharedPart(of: box, keyPath))
  }

  /// A read-only part.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    _reader[dynamicMember: keyPath]
  }
}

extension SharedReader {
  /// Reads the value of a ``Shared``.
  public init(_ base: Shared<Value>) { self = base._reader }
}

// MARK: - By key

extension Shared {
  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: the default, evaluated if the value is not in use yet.
  ///   - key: where the value is stored.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    box = SharedScope.current.references.reference(for: key, initial: wrappedValue)
  }

  /// Shares the value of a key, with another default.
  // Beside the one above: by the key's own type the compiler knows what an array's literal is to be.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: SharedKeyDefault<Key>
  ) {
    box = SharedScope.current.references.reference(for: key, initial: wrappedValue)
  }

  /// Shares the value of a key that has a default.
  public init<Key: SharedKey<Value>>(_ key: SharedKeyDefault<Key>) {
    self.init(wrappedValue: key.initial(), key)
  }

  /// Shares the value of a key; nil if there is none.
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Shares the value of a key, which is loaded first.
  ///
  /// - Throws: the error of loading, or ``SharedMissing`` if there is no value.
  public init(require key: some SharedKey<Value>) async throws where Value: Sendable {
    let value = try await SharedMissing.load(key)
    self.init(wrappedValue: value, key)
  }

  /// Shares the value of another key from now on.
  public mutating func load(_ key: some SharedKey<Value>) async throws {
    self = Shared(wrappedValue: wrappedValue, key)
    try await load()
  }
}

// MARK: - Conformances

extension Shared: Sendable where Value: Sendable {}
extension Shared: Equatable where Value: Equatable {}
extension Shared: Hashable where Value: Hashable {}
extension Shared: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}
extension Shared: Encodable where Value: Encodable {}
extension Shared: CustomStringConvertible {}
extension Shared: AnyShared, NamedWrapper {}

extension Shared: Decodable where Value: Decodable {
  /// Decodes a value that is not stored under a key.
  public init(from decoder: any Decoder) throws {
    box = SharedReference(try decoder.singleValueContainer().decode(Value.self), name: "value")
  }
}
