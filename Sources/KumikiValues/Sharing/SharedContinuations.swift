// The types that a key uses to end a load or a save, and to report changes.

/// Ends the load of a shared value. A key resumes it exactly once; dropping it or resuming it twice is an issue.
public struct LoadContinuation<Value>: Sendable {
  private let promise: SharedPromise<Value?>

  /// Makes a continuation, to call a key's `load` without a shared value.
  ///
  /// - Parameters:
  ///   - description: Names the key in issues.
  ///   - callback: Receives the result. If the continuation is dropped, there is no value.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    promise = SharedPromise(description, "load", whenDropped: .success(nil), callback)
  }

  /// - Parameter result: The value; nil if none is stored, so that the default applies.
  public func resume(with result: Result<Value?, any Error>) { promise.resume(result) }
  /// Resumes with the stored value.
  public func resume(returning value: Value) { promise.resume(.success(value)) }
  /// Resumes with the reason why the value could not be read.
  public func resume(throwing error: any Error) { promise.resume(.failure(error)) }
  /// Resumes without a value, because none is stored. The first load then returns the default; a later load leaves
  /// the value as it is.
  public func resumeReturningInitialValue() { promise.resume(.success(nil)) }
}

/// Ends the saving of a shared value. A key resumes it exactly once; dropping it or resuming it twice is an issue.
public struct SaveContinuation: Sendable {
  private let promise: SharedPromise<Void>

  /// Makes a continuation, to call a key's `save` without a shared value.
  ///
  /// - Parameters:
  ///   - description: Names the key in issues.
  ///   - callback: Receives the result. A dropped continuation counts as saved.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    promise = SharedPromise(description, "save", whenDropped: .success(()), callback)
  }

  /// Resumes with the result of the save.
  public func resume(with result: Result<Void, any Error>) { promise.resume(result) }
  /// Resumes after the value was saved.
  public func resume() { promise.resume(.success(())) }
  /// Resumes with the reason why the value could not be saved.
  public func resume(throwing error: any Error) { promise.resume(.failure(error)) }
}

/// The callback of a continuation, which is called once, on any thread.
private final class SharedPromise<Value>: @unchecked Sendable {
  // `whenDropped` is set at the start, and never changes.
  typealias Outcome = Result<Value, any Error>
  private let callback: Guarded<(@Sendable (Outcome) -> Void)?>
  private let description: @Sendable () -> String
  private let purpose: StaticString
  private let whenDropped: Outcome

  init(
    _ description: @escaping @Sendable () -> String, _ purpose: StaticString, whenDropped: Outcome,
    _ callback: @escaping @Sendable (Outcome) -> Void
  ) {
    self.callback = Guarded(callback, in: .sharedValues)
    self.description = description
    self.purpose = purpose
    self.whenDropped = whenDropped
  }

  func resume(_ outcome: Outcome) {
    if let callback = callback.withLock({ $0.take() }) { return callback(outcome) }
    report("resumed twice. The second result is ignored.")
  }

  deinit {
    guard let callback = callback.withLock({ $0.take() }) else { return }
    report("dropped without a result. Whatever waits for the result continues without one.")
    callback(whenDropped)
  }

  private func report(_ mistake: String) {
    let name = description()
    reportIssue(
      .sharedContinuation,
      "the continuation to \(purpose) \(name.isEmpty ? "a shared value" : name) was \(mistake)",
      of: nil)
  }
}

/// Receives changes to a shared value that come from elsewhere. Usable on any thread.
public struct SharedSubscriber<Value>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void
  private let onLoading: (@Sendable (Bool) -> Void)?

  /// Makes a subscriber, to call a key's `subscribe` without a shared value.
  ///
  /// - Parameters:
  ///   - callback: Receives each value; nil if none is stored any more.
  ///   - onLoading: Called when the key starts or stops loading.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: (@Sendable (Bool) -> Void)? = nil
  ) {
    self.callback = callback
    self.onLoading = onLoading
  }

  /// - Parameter result: The value; nil if none is stored any more, so that the default applies.
  public func yield(with result: Result<Value?, any Error>) { callback(result) }
  /// Passes on a new value.
  public func yield(_ value: Value) { callback(.success(value)) }
  /// Passes on the reason why a value could not be read.
  public func yield(throwing error: any Error) { callback(.failure(error)) }
  /// Resets the value to the default, because none is stored any more.
  public func yieldReturningInitialValue() { callback(.success(nil)) }
  /// Sets whether the value is being loaded. A value or an error also ends the loading.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading?(isLoading) }
}

/// A key's subscription to its place. It is cancelled once, when the value is no longer in use.
public struct SharedSubscription: Sendable {
  private let end: End

  /// Makes a subscription that ends with `cancel`, which is called once, on any thread.
  public init(_ cancel: @escaping @Sendable () -> Void) { end = End(cancel) }

  /// Ends the subscription, as does the release of its last copy. A second call does nothing.
  public func cancel() { end() }

  private final class End: Sendable {
    private let cancel: Guarded<(@Sendable () -> Void)?>

    init(_ cancel: @escaping @Sendable () -> Void) {
      self.cancel = Guarded(cancel, in: .sharedValues)
    }

    deinit { self() }

    func callAsFunction() { cancel.withLock { $0.take() }?() }
  }
}
