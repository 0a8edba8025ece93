/// A value that several features share: a write by one is at once what all the others read.
///
///     struct State: Equatable {
///       @Shared(.inMemory("count")) var count = 0
///       @Shared var profile: Profile
///     }
///     …
///     state.$count.withLock { $0 += 1 }
///
/// It is a reference, but equal to another one where the values are. It may be handed to another feature
/// (`$count`), or a part of it (`$profile.name`), and read and written on any thread. Reducers and effects
/// write it as they write state, and a test store holds a test to account for it.
///
/// - Complexity: a write copies the value if its storage is not its own, as in `var copy = value`.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value> {
  package let box: any SharedBox<Value>

  package init(box: any SharedBox<Value>) { self.box = box }

  /// Shares a value that is kept nowhere.
  public init(value: sending Value) {
    box = SharedReference(value, name: "value")
  }

  /// Shares what another one shares.
  public init(projectedValue: Shared<Value>) { self = projectedValue }

  /// The value. Write it with ``withLock(_:)``.
  public var wrappedValue: Value {
    get { box.read() }
    @available(
      *, deprecated, message: "Use $shared.withLock, which no other write can come between."
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// The shared value itself, `$value`: to hand on, and to write by `withLock`.
  public var projectedValue: Shared<Value> {
    get { self }
    set { self = newValue }
  }

  /// Changes the value, while no other thread does. Those who read meanwhile get the value before.
  ///
  /// What `operation` throws leaves the value as it was.
  @discardableResult
  public func withLock<Result>(_ operation: (inout Value) throws -> Result) rethrows -> Result {
    try box.modify(operation)
  }

  /// A part as a shared value of its own.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    Shared<Member>(box: SharedPart(of: box, keyPath))
  }

  /// A part that can only be read.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: keyPath]
  }
}

// MARK: - By key

extension Shared {
  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: the default, evaluated where nobody has the value yet.
  ///   - key: where the value is.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    box = SharedScope.current.references.reference(for: key, initial: wrappedValue)
  }

  /// Shares the value of a key, with another default.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: SharedKeyDefault<Key>
  ) {
    box = SharedScope.current.references.reference(for: key, initial: wrappedValue)
  }

  /// Shares the value of a key that has a default.
  public init<Key: SharedKey<Value>>(_ key: SharedKeyDefault<Key>) {
    box = SharedScope.current.references.reference(for: key, initial: key.initial)
  }

  /// Shares the value of a key; nil where there is none.
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Loads the value of a key first.
  ///
  /// - Throws: what its loading does, or ``SharedMissing`` where it has no value.
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

// MARK: - What it says of itself

extension Shared: Sendable where Value: Sendable {}

extension Shared: Equatable where Value: Equatable {
  public static func == (one: Self, other: Self) -> Bool {
    one.wrappedValue == other.wrappedValue
  }
}

extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Shared: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: Encodable where Value: Encodable {
  /// The value as it is by itself.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Shared: Decodable where Value: Decodable {
  /// A value that is shared with nobody yet.
  public init(from decoder: any Decoder) throws {
    box = SharedReference(try decoder.singleValueContainer().decode(Value.self), name: "value")
  }
}

extension Shared: CustomStringConvertible {
  public var description: String { SharedText.description("Shared<\(Value.self)>", box) }
}

enum SharedText {
  static func description<Value>(_ type: String, _ box: any SharedBox<Value>) -> String {
    let name = box.root.name
    return name == "value" || box.root !== box
      ? "\(type)(value: \(box.read()))" : "\(type)(\(name))"
  }
}

/// A key has no value, and one was required.
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
