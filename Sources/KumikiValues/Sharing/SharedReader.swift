/// A read-only shared value: the value of a ``Shared``, or of a read-only key.
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value>: SharedReadable, SharedLinked {
  package let link: SharedLink<Value>

  package init(link: SharedLink<Value>) { self.link = link }

  /// Copies a reader, for initializers that take `$value`.
  public init(projectedValue: SharedReader<Value>) { self = projectedValue }

  /// Makes a value that never changes.
  public init(value: sending Value) { self.init(unkeyed: value) }

  /// Makes a value that never changes.
  public static func constant(_ value: sending Value) -> Self { Self(value: value) }

  /// The reader itself, `$value`, to pass on. After an assignment, this reader and all its copies read the other
  /// value.
  public var projectedValue: SharedReader<Value> {
    get { self }
    nonmutating set { link.move(to: newValue.link.box) }
  }

  /// The current value.
  public var wrappedValue: Value { link.box.read() }

  public var _reader: SharedReader<Value> { self }

  /// A part of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(box: SharedPart(of: link.box, keyPath))
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
  /// The current value.
  var wrappedValue: Value { get }
  /// The value without write access. It follows assignments to `$value`; `SharedReader(_:)` of a ``Shared`` does not.
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
    let box = _reader.link.box
    let name = box.root.name
    return name == "value" || box.root !== box
      ? "\(Self.self)(value: \(wrappedValue))" : "\(Self.self)(\(name))"
  }

  // The properties that tests compare.
  package static var wrappedType: Any.Type { Value.self }
  package var sharedRoot: any SharedRoot { _reader.link.box.root }
  package func sharedValue(in view: SharedView) -> Any { _reader.link.box.read(in: view) }
  package func isSame(in one: SharedView, and other: SharedView) -> Bool {
    areEqual(_reader.link.box.read(in: one), _reader.link.box.read(in: other))
  }
}
