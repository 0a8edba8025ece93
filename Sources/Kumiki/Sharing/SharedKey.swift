/// Where a read-only shared value is stored: the place's name, how to load the value and observe changes.
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
  /// Begins to notify the subscriber of changes that come from elsewhere.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription
}

/// Where a shared value that can be written is stored.
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

/// Ends the load of a shared value. Calls after the first do nothing.
public struct LoadContinuation<Value>: Sendable {
  private let once: SharedOnce<Result<Value?, any Error>>

  package init(_ resume: @escaping (Result<Value?, any Error>) -> Void) {
    once = SharedOnce(resume)
  }

  /// - Parameter result: the value; nil if none is stored, so that the default applies.
  public func resume(with result: Result<Value?, any Error>) { once(result) }
  /// Resumes with the value that was found.
  public func resume(returning value: Value) { once(.success(value)) }
  /// Resumes with the reason why the value could not be read.
  public func resume(throwing error: any Error) { once(.failure(error)) }
  /// Resumes without a value: none is stored, so that the default applies.
  public func resumeReturningInitialValue() { once(.success(nil)) }
}

/// Ends the saving of a shared value. Calls after the first do nothing.
public struct SaveContinuation: Sendable {
  private let once: SharedOnce<Result<Void, any Error>>

  package init(_ resume: @escaping (Result<Void, any Error>) -> Void) { once = SharedOnce(resume) }

  /// Resumes with the result of the save.
  public func resume(with result: Result<Void, any Error>) { once(result) }
  /// Resumes after the value was saved.
  public func resume() { once(.success(())) }
  /// Resumes with the reason why the value could not be saved.
  public func resume(throwing error: any Error) { once(.failure(error)) }
}

/// A function that is called at most once, on any thread.
private final class SharedOnce<Argument>: @unchecked Sendable {
  // The caller takes it out under the lock.
  private let function: Guarded<((Argument) -> Void)?>

  init(_ function: @escaping (Argument) -> Void) {
    self.function = Guarded(UncheckedSendable(function).value)
  }

  func callAsFunction(_ argument: Argument) {
    function.withLock { $0.take() }?(argument)
  }
}

/// Receives changes to a shared value that come from elsewhere. Any thread.
public struct SharedSubscriber<Value>: Sendable {
  private let tell: UncheckedSendable<(Result<Value?, any Error>) -> Void>
  private let loading: UncheckedSendable<(Bool) -> Void>

  package init(
    _ tell: @escaping (Result<Value?, any Error>) -> Void,
    loading: @escaping (Bool) -> Void = { _ in }
  ) {
    self.tell = UncheckedSendable(tell)
    self.loading = UncheckedSendable(loading)
  }

  /// - Parameter result: the value; nil if none is stored any more, so that the default applies.
  public func yield(with result: Result<Value?, any Error>) { tell.value(result) }
  /// Passes on a new value.
  public func yield(_ value: Value) { tell.value(.success(value)) }
  /// Passes on the reason why a value could not be read.
  public func yield(throwing error: any Error) { tell.value(.failure(error)) }
  /// Resets the value to the default: none is stored any more.
  public func yieldReturningInitialValue() { tell.value(.success(nil)) }
  /// Sets whether the value is being loaded.
  public func yieldLoading(_ isLoading: Bool = true) { loading.value(isLoading) }
}

/// A key's subscription to its place. Cancelled once, when the value is no longer in use.
public struct SharedSubscription: Sendable {
  private let once: SharedOnce<Void>

  /// Makes a subscription that ends with `cancel`, which is called once, on any thread.
  public init(_ cancel: @escaping @Sendable () -> Void) { once = SharedOnce { cancel() } }

  /// Ends the subscription. A second call does nothing.
  public func cancel() { once(()) }
}
