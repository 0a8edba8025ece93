/// Where a read-only shared value is stored: the place's name, how to load the value, and how to observe changes.
///
///     struct Temperature: SharedReaderKey {
///       var id: String { "temperature" }
///       func load(context: LoadContext<Double>, continuation: LoadContinuation<Double>) {
///         continuation.resume(returning: sensor.read())
///       }
///       func subscribe(
///         context: LoadContext<Double>, subscriber: SharedSubscriber<Double>
///       ) -> SharedSubscription {
///         let token = sensor.observe { subscriber.yield($0) }
///         return SharedSubscription { sensor.remove(token) }
///       }
///     }
///
/// All uses of a key with the same `id` at the same time share one value.
public protocol SharedReaderKey<Value>: Sendable {
  /// The shared value.
  associatedtype Value: Sendable
  /// Distinguishes the key from others.
  associatedtype ID: Hashable = Self
  /// Names the place.
  var id: ID { get }
  /// Reads the value and resumes the continuation, once, now or later, on any thread.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)
  /// Starts to notify the subscriber of changes that come from elsewhere.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription
}

/// Where a writable shared value is stored.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Stores a value and resumes the continuation, once, now or later, on any thread. Called while no other
  /// thread writes the value.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

/// Why a value is loaded.
public enum LoadContext<Value> {
  /// The key is used for the first time, with this default.
  case initialValue(Value)
  /// `load()` was called.
  case userInitiated

  /// The default, if the key is used for the first time.
  public var initialValue: Value? {
    if case .initialValue(let value) = self { return value }
    return nil
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// Why a value is saved.
public enum SaveContext: Hashable, Sendable {
  /// The value was written.
  case didSet
  /// `save()` was called.
  case userInitiated
}
