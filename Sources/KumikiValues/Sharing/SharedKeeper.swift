/// Loads, observes and saves a shared value by its ``SharedKey``.
final class SharedKeeper<Value>: @unchecked Sendable {
  // Immutable, except the properties that `begin` sets, once.
  private let key: any SharedReaderKey<Value>
  private let loadsFirst: Bool
  private let reportsErrors = SharedScope.current.reportsErrors
  private let saveValue: ((Value, SaveContext, SaveContinuation) -> Void)?
  private var subscription: SharedSubscription?
  private weak var reference: SharedReference<Value>?

  init<Key: SharedReaderKey<Value>>(_ key: Key, loadsFirst: Bool) {
    func saving<Writable: SharedKey>(
      _ key: Writable
    ) -> (Value, SaveContext, SaveContinuation) -> Void {
      { key.save($0 as! Writable.Value, context: $1, continuation: $2) }
    }
    self.key = key
    self.loadsFirst = loadsFirst
    saveValue = (key as? any SharedKey).map { saving($0) }
  }

  /// Puts the default into the reference first, and then replaces it with the stored value.
  func begin(_ reference: SharedReference<Value>, _ initial: Value) {
    self.reference = reference
    let start = UncheckedSendable(initial)
    typealias Outcome = Result<Value?, any Error>
    let receive = { @Sendable [weak reference, key, reportsErrors] (result: Outcome) in
      reference?.changeLoading { $0.received(result) }
      switch result {
      case .success(let value): reference?.receive(value ?? start.value)
      case .failure(let error):
        guard reportsErrors else { return }
        reportIssue(
          .sharedUnreadable,
          "what is kept for \(key) cannot be read: \(error). The value stays as it was, and what is kept "
            + "is left alone until the next write.", of: reference)
      }
    }
    let context: LoadContext<Value> = loadsFirst ? .initialValue(initial) : .userInitiated
    if loadsFirst {
      reference.changeLoading { $0.isAwaited = true }
      key.load(context: context, continuation: LoadContinuation("\(self.key)", callback: receive))
    }
    subscription = key.subscribe(
      context: context,
      subscriber: SharedSubscriber(
        callback: receive,
        onLoading: { [weak reference] isLoading in
          reference?.changeLoading { $0.isAwaited = isLoading }
        }))
  }

  func end() { subscription?.cancel() }

  func load(into reference: SharedReference<Value>) async throws {
    reference.changeLoading { $0.loads += 1 }
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      key.load(
        context: .userInitiated,
        continuation: LoadContinuation("\(self.key)") { [weak reference] result in
          reference?.changeLoading { $0.loaded(result) }
          // Without a new value the current one stays.
          if case .success(let value?) = result { reference?.receive(value) }
          done.resume(with: result.map { _ in })
        })
    }
  }

  /// Saves after a write. If that fails, the reference's `saveError` is set.
  func save(_ value: Value) {
    guard let saveValue else { return }
    saveValue(
      value, .didSet,
      SaveContinuation("\(self.key)") { [weak reference, key, reportsErrors] result in
        reference?.changeLoading { $0.saved(result) }
        guard case .failure(let error) = result, reportsErrors else { return }
        reportIssue(
          .sharedUnsaved, "\(key) could not be saved: \(error). Its value holds in this process.",
          of: reference)
      })
  }

  func saveNow(_ value: Value) async throws {
    guard let saveValue else { return }
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      saveValue(
        value, .userInitiated,
        SaveContinuation("\(self.key)") { [weak reference] result in
          reference?.changeLoading { $0.saved(result) }
          done.resume(with: result)
        })
    }
  }
}

extension SharedLoading {
  /// Called when the first load has ended, or the key has reported a change.
  fileprivate mutating func received<Value>(_ result: Result<Value?, any Error>) {
    isAwaited = false
    loadError = result.failure
  }

  /// Called when a call of `load()` has ended.
  fileprivate mutating func loaded<Value>(_ result: Result<Value?, any Error>) {
    loads -= 1
    loadError = result.failure
  }

  /// Called when the current value was saved. Success also clears an error of loading.
  fileprivate mutating func saved(_ result: Result<Void, any Error>) {
    saveError = result.failure
    if saveError == nil { loadError = nil }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
