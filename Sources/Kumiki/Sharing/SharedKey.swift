/// Where a shared value that is only read is kept: a name of the place, a first load, and changes.
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
/// All who use a key with the same `id` at the same time share one value.
public protocol SharedReaderKey<Value>: Sendable {
  /// What is shared under the key.
  associatedtype Value: Sendable
  /// What tells the key from others.
  associatedtype ID: Hashable = Self
  /// Names the place.
  var id: ID { get }
  /// Reads the value and resumes the continuation, once, now or later, on any thread.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)
  /// Begins to tell the subscriber of changes that come from elsewhere.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription
}

/// Where a shared value is kept that may be written.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Keeps a value and resumes the continuation, once, now or later, on any thread. Called while no other
  /// thread writes the value.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

/// Why a value is loaded.
public enum LoadContext<Value> {
  /// It is used for the first time; the value is its default.
  case initialValue(Value)
  /// `load()` was called.
  case userInitiated

  /// The default, where it is used for the first time.
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
  /// It was written.
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

  /// - Parameter result: the value; nil where none is kept, and the default holds.
  public func resume(with result: Result<Value?, any Error>) { once(result) }
  /// Answers with the value that was found.
  public func resume(returning value: Value) { once(.success(value)) }
  /// Answers that the value could not be read.
  public func resume(throwing error: any Error) { once(.failure(error)) }
  /// No value is kept: the default holds.
  public func resumeReturningInitialValue() { once(.success(nil)) }
}

/// Ends the saving of a shared value. Calls after the first do nothing.
public struct SaveContinuation: Sendable {
  private let once: SharedOnce<Result<Void, any Error>>

  package init(_ resume: @escaping (Result<Void, any Error>) -> Void) { once = SharedOnce(resume) }

  /// Answers how the save went.
  public func resume(with result: Result<Void, any Error>) { once(result) }
  /// Answers that the value is saved.
  public func resume() { once(.success(())) }
  /// Answers that the value could not be saved.
  public func resume(throwing error: any Error) { once(.failure(error)) }
}

/// A function that is called once at most, on any thread.
private final class SharedOnce<Argument>: @unchecked Sendable {
  // Taken out under the lock.
  private let function: Guarded<((Argument) -> Void)?>

  init(_ function: @escaping (Argument) -> Void) {
    self.function = Guarded(UncheckedSendable(function).value)
  }

  func callAsFunction(_ argument: Argument) {
    function.withLock { $0.take() }?(argument)
  }
}

/// Is told of changes of a shared value that come from elsewhere. Any thread.
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

  /// - Parameter result: the value; nil where none is kept any more, and the default holds.
  public func yield(with result: Result<Value?, any Error>) { tell.value(result) }
  /// Tells a new value.
  public func yield(_ value: Value) { tell.value(.success(value)) }
  /// Tells that a value could not be read.
  public func yield(throwing error: any Error) { tell.value(.failure(error)) }
  /// Tells that there is no value any more: the initial one holds.
  public func yieldReturningInitialValue() { tell.value(.success(nil)) }
  /// Says whether the place is loading.
  public func yieldLoading(_ isLoading: Bool = true) { loading.value(isLoading) }
}

/// What ends a key's telling: called once, when nobody uses the value any more.
public struct SharedSubscription: Sendable {
  private let once: SharedOnce<Void>

  /// A subscription, and what ends it: called once, on any thread.
  public init(_ cancel: @escaping @Sendable () -> Void) { once = SharedOnce { cancel() } }

  /// Ends the subscription. A second call does nothing.
  public func cancel() { once(()) }
}
