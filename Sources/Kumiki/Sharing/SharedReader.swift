/// A read-only shared value: that of a ``Shared``, or of a read-only key.
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value>: SharedReadable {
  package let box: any SharedBox<Value>

  package init(box: any SharedBox<Value>) { self.box = box }

  /// Copies a reader. For initializers that take `$value`.
  public init(projectedValue: SharedReader<Value>) { self = projectedValue }

  /// A value that never changes.
  public init(value: sending Value) { box = SharedReference(value, name: "value") }

  /// A value that never changes.
  public static func constant(_ value: sending Value) -> Self { Self(value: value) }

  /// The reader itself, `$value`, to pass on.
  public var projectedValue: SharedReader<Value> {
    get { self }
    set { self = newValue }
  }

  /// The value as it is now.
  public var wrappedValue: Value { box.read() }

  public var _reader: SharedReader<Value> { self }

  /// A part of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(box: SharedPart(of: box, keyPath))
  }
}

// MARK: - By key

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
  // Beside the one above: by the key's own type the compiler knows what an array's literal is to be.
  public init<Key: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: SharedKeyDefault<Key>
  ) {
    box = SharedScope.current.references.reference(for: key, initial: wrappedValue)
  }

  /// The value of a key that has a default.
  public init<Key: SharedReaderKey<Value>>(_ key: SharedKeyDefault<Key>) {
    self.init(wrappedValue: key.initial(), key)
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

/// A key has no value, but one was required.
public struct SharedMissing: Error, CustomStringConvertible {
  let key: String

  public var description: String { "nothing is kept for \(key), and a value was required" }

  static func load<Key: SharedReaderKey>(_ key: Key) async throws -> Key.Value {
    try await withCheckedThrowingContinuation { done in
      key.load(
        context: .userInitiated,
        continuation: LoadContinuation { result in
          done.resume(
            with: result.flatMap { value in
              value.map { .success($0) } ?? .failure(SharedMissing(key: "\(key)"))
            })
        })
    }
  }
}

// MARK: - Conformances

extension SharedReader: Sendable where Value: Sendable {}
extension SharedReader: Equatable where Value: Equatable {}
extension SharedReader: Hashable where Value: Hashable {}
extension SharedReader: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}
extension SharedReader: Encodable where Value: Encodable {}
extension SharedReader: CustomStringConvertible {}
extension SharedReader: AnyShared, NamedWrapper {}

// MARK: - Reading

/// A shared value that can be read, observed and loaded: a ``Shared`` or a ``SharedReader``.
public protocol SharedReadable<Value> {
  /// The type of the value.
  associatedtype Value
  /// The value as it is now.
  var wrappedValue: Value { get }
  /// The value, without the right to write it. Use `SharedReader(_:)` of a ``Shared``.
  var _reader: SharedReader<Value> { get }
}

extension SharedReadable where Value: Equatable {
  /// Whether the values are equal, wherever they are stored.
  public static func == (one: Self, other: Self) -> Bool {
    one.wrappedValue == other.wrappedValue
  }
}

extension SharedReadable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension SharedReadable where Value: Encodable {
  /// Encodes the value only.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension SharedReadable {
  /// The key, or the kind of reference, and the value.
  public var description: String {
    let name = _reader.box.root.name
    return name == "value" || _reader.box.root !== _reader.box
      ? "\(Self.self)(value: \(wrappedValue))" : "\(Self.self)(\(name))"
  }

  // What tests compare.
  package static var wrappedType: Any.Type { Value.self }
  package var sharedRoot: any SharedRoot { _reader.box.root }
  package func sharedValue(in view: SharedView) -> Any { _reader.box.read(in: view) }
  package func isSame(in one: SharedView, and other: SharedView) -> Bool {
    areEqual(_reader.box.read(in: one), _reader.box.read(in: other))
  }
}
