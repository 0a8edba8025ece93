/// A value that several features share: a write by one of them is immediately visible to the others.
///
///     struct State: Equatable {
///       @Shared(.inMemory("count")) var count = 0
///       @Shared var profile: Profile
///     }
///     …
///     state.$count.withLock { $0 += 1 }
///
/// A `Shared` is a reference, but is equal to another one if the values are equal. Pass it (`$count`), or a part of
/// it (`$profile.name`), to other features, and read and write it on any thread. Reducers and effects write it like
/// state, and a test store expects the test to assert the changes.
///
/// - Complexity: A write copies the value if its storage is shared, as after `var copy = value`.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value>: SharedReadable, SharedLinked {
  package let link: SharedLink<Value>

  package init(link: SharedLink<Value>) { self.link = link }

  /// Shares a value that is not stored under a key.
  public init(value: sending Value) { self.init(unkeyed: value) }

  /// Shares the same value as another `Shared`.
  public init(projectedValue: Shared<Value>) { self = projectedValue }

  /// The value. Write it with ``withLock(_:)``.
  public var wrappedValue: Value {
    get { link.box.read() }
    // Not deprecated: the compiler would then also warn where a store with bindings only reads the property.
    @available(
      *, unavailable, message: "Use $shared.withLock, which no other write can come between."
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// The shared value itself, `$value`: pass it on, or write it with `withLock`.
  ///
  /// After an assignment, this value and all its copies refer to the other value. Parts that were taken before still
  /// refer to the old one.
  public var projectedValue: Shared<Value> {
    get { self }
    nonmutating set { link.move(to: newValue.link.box) }
  }

  /// Changes the value while no other thread does. Readers see the old value until the change is complete.
  ///
  /// If `operation` throws, the value stays as it was.
  @discardableResult
  public func withLock<Result>(_ operation: (inout Value) throws -> Result) rethrows -> Result {
    try link.box.modify(operation)
  }

  public var _reader: SharedReader<Value> { SharedReader(link: link) }
  /// Whether the calling thread is inside an update of the value.
  package var isBeingWritten: Bool { link.box.root.isBeingWritten }

  /// A part as a separate shared value.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    Shared<Member>(box: SharedPart(of: link.box, keyPath))
  }

  /// A read-only part.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    _reader[dynamicMember: keyPath]
  }
}

extension SharedReader {
  /// Reads the value of a ``Shared``.
  public init(_ base: Shared<Value>) { self.init(box: base.link.box) }
}

// MARK: - Conformances

extension Shared: Sendable where Value: Sendable {}
extension Shared: Equatable where Value: Equatable {
  /// Whether the values are equal, wherever they are stored.
  public static func == (one: Self, other: Self) -> Bool {
    SharedView.current?.isTrue(one.link.box, other.link.box)
      ?? (one.wrappedValue == other.wrappedValue)
  }
}
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
    self.init(unkeyed: try decoder.singleValueContainer().decode(Value.self))
  }
}
