/// Shares a value by name, for the life of the process.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let name: ExactText
  private let storage: InMemoryStorage

  package init(_ name: String, in storage: InMemoryStorage? = nil) {
    self.name = ExactText(name)
    self.storage = storage ?? DependencyValues.current.defaultInMemoryStorage
  }

  /// Identifies a value: its name and storage.
  public struct ID: Hashable, Sendable {
    fileprivate let name: ExactText
    fileprivate let storage: InMemoryStorage
  }

  public var id: ID { ID(name: name, storage: storage) }

  private var slot: SharedSlot<any Sendable> { storage.slot(name) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    if let content = slot.content {
      continuation.resume(with: .success(SharedContent.value(of: content)))
    } else {
      // Stores the default, so that references of other types find it.
      if let initial = context.initialValue { slot.write(initial) }
      continuation.resumeReturningInitialValue()
    }
  }

  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription(
      slot.observers.add { message in
        // Ignores a value that does not convert to this type.
        if case .success(let content?) = message,
          let value: Value = SharedContent.value(of: content)
        {
          subscriber.yield(value)
        }
      })
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    slot.write(value)
    continuation.resume()
  }
}

extension InMemoryKey: SharedPlace {
  package var placeID: SharedPlaceID { SharedPlaceID(slot) }
  package func keep(_ reference: AnyObject) { slot.keep(reference) }
}

extension InMemoryKey: CustomStringConvertible {
  public var description: String { ".inMemory(\"\(name)\")" }
}

extension SharedReaderKey {
  /// Shares a value by name, for the life of the process.
  ///
  ///     @Shared(.inMemory("count")) var count = 0
  public static func inMemory<Value>(_ name: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(name)
  }
}

/// Holds the values that are shared in memory. Each test has its own storage.
public final class InMemoryStorage: Hashable, SharedScopeObject {
  private let slots = Guarded<[ExactText: SharedSlot<any Sendable>]>([:], in: .sharedValues)

  /// Makes an empty storage.
  public init() {}

  func slot(_ name: ExactText) -> SharedSlot<any Sendable> {
    slots.withLock { slots in
      if let known = slots[name] { return known }
      let made = SharedSlot<any Sendable>()
      slots[name] = made
      return made
    }
  }

  /// Releases all values, which retain this storage. They live as long as the scope.
  package func scopeEnds() {
    for slot in slots.withLock({ Array($0.values) }) { slot.end() }
  }

  public static func == (one: InMemoryStorage, other: InMemoryStorage) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension DependencyValues {
  /// The storage of values with an in-memory key: in a program the process's, in a test the test's own.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[own: InMemoryStorage.self] ?? sharedScope.storage { InMemoryStorage() } }
    set { self[own: InMemoryStorage.self] = newValue }
  }
}

/// A value that converts to and from Swift values, such as JSON.
package protocol SharedForeignValue: Sendable {
  /// Converts this value to a type; returns nil if the value does not match.
  func value<Value>(as type: Value.Type) -> Value?
  /// Converts a value to this type; returns nil if the value does not match.
  init?(value: any Sendable)
}

/// Converts stored values between types.
enum SharedContent {
  static func value<Value>(of content: any Sendable) -> Value? {
    if let value = content as? Value { return value }
    if let foreign = content as? any SharedForeignValue { return foreign.value(as: Value.self) }
    guard let type = Value.self as? any SharedForeignValue.Type else { return nil }
    return type.init(value: content) as? Value
  }
}
