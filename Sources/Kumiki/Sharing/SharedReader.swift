/// A read-only shared value: that of a ``Shared``, or of a read-only key.
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value> {
  package let box: any SharedBox<Value>

  package init(box: any SharedBox<Value>) { self.box = box }

  /// Reads the value of a ``Shared``.
  public init(_ base: Shared<Value>) { box = base.box }

  /// Copies a reader. For initializers that take `$value`.
  public init(projectedValue: SharedReader<Value>) { self = projectedValue }

  /// A value that never changes.
  public init(value: sending Value) { box = SharedReference(value, name: "value") }

  /// A value that never changes.
  public static func constant(_ value: sending Value) -> Self { Self(value: value) }

  /// The value as it is now.
  public var wrappedValue: Value { box.read() }

  /// The reader itself, `$value`, to pass on.
  public var projectedValue: SharedReader<Value> {
    get { self }
    set { self = newValue }
  }

  /// A part of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(box: SharedReadPart(of: box, keyPath))
  }
}

extension SharedReader {
  /// The value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: the default, evaluated if the value is not in use yet.
  ///   - key: where the value is stored.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    box = SharedScope.current.references.reference(for: key, initial: wrappedValue)
  }

  /// The value of a key, with another default.
  public init<Key: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: SharedKeyDefault<Key>
  ) {
    box = SharedScope.current.references.reference(for: key, initial: wrappedValue)
  }

  /// The value of a key that has a default.
  public init<Key: SharedReaderKey<Value>>(_ key: SharedKeyDefault<Key>) {
    box = SharedScope.current.references.reference(for: key, initial: key.initial)
  }

  /// The value of a key; nil if there is none.
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// The value of a key, which is loaded first.
  ///
  /// - Throws: the error of loading, or ``SharedMissing`` if there is no value.
  public init(require key: some SharedReaderKey<Value>) async throws where Value: Sendable {
    let value = try await SharedMissing.load(key)
    self.init(wrappedValue: value, key)
  }

  /// Reads another key from now on.
  public mutating func load(_ key: some SharedReaderKey<Value>) async throws {
    self = SharedReader(wrappedValue: wrappedValue, key)
    try await load()
  }
}

extension SharedReader: Sendable where Value: Sendable {}

extension SharedReader: Equatable where Value: Equatable {
  public static func == (one: Self, other: Self) -> Bool {
    one.wrappedValue == other.wrappedValue
  }
}

extension SharedReader: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension SharedReader: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension SharedReader: CustomStringConvertible {
  public var description: String { SharedText.description("SharedReader<\(Value.self)>", box) }
}
