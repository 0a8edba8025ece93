/// Loads, observes and saves a shared value by its ``SharedKey``.
final class SharedKeeper<Value>: @unchecked Sendable {
  // Immutable except for what `begin` sets, once.
  private let key: any SharedReaderKey<Value>
  private let saveValue: ((Value, SaveContext, SaveContinuation) -> Void)?
  private var subscription: SharedSubscription?
  private var initial: Value?
  private weak var reference: SharedReference<Value>?

  init<Key: SharedReaderKey<Value>>(_ key: Key) {
    func saving<Writable: SharedKey>(
      _ key: Writable
    ) -> (Value, SaveContext, SaveContinuation) -> Void {
      { key.save($0 as! Writable.Value, context: $1, continuation: $2) }
    }
    self.key = key
    saveValue = (key as? any SharedKey).map { saving($0) }
  }

  /// Begins with the default in the reference, and replaces it with the stored value.
  func begin(_ reference: SharedReference<Value>, _ initial: Value) {
    self.initial = initial
    self.reference = reference
    let loading = reference.loading
    let receive = { [weak reference, key] (result: Result<Value?, any Error>) in
      loading.loaded(result)
      switch result {
      case .success(let value): reference?.receive(value ?? initial)
      case .failure(let error):
        reportIssue(
          .sharedUnreadable,
          "what is kept for \(key) cannot be read: \(error). The value stays as it was, and what is kept "
            + "is left alone until the next write.", of: reference)
      }
    }
    loading.begin()
    key.load(context: .initialValue(initial), continuation: LoadContinuation(receive))
    subscription = key.subscribe(
      context: .initialValue(initial),
      subscriber: SharedSubscriber(
        receive, loading: { $0 ? loading.begin() : loading.end() }))
  }

  func end() { subscription?.cancel() }

  func load(into reference: SharedReference<Value>) async throws {
    let loading = reference.loading
    loading.begin()
    let initial = UncheckedSendable(initial)
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      key.load(
        context: .userInitiated,
        continuation: LoadContinuation { [weak reference] result in
          loading.loaded(result)
          if case .success(let value) = result, let value = value ?? initial.value {
            reference?.receive(value)
          }
          done.resume(with: result.map { _ in })
        })
    }
  }

  /// Saves after a write. The reference's `saveError` has the error.
  func save(_ value: Value) {
    guard let saveValue else { return }
    reference?.loading.wasWritten()
    saveValue(
      value, .didSet,
      SaveContinuation { [weak reference, key] result in
        reference?.loading.saved(result)
        guard case .failure(let error) = result else { return }
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
        SaveContinuation { [weak reference] result in
          reference?.loading.saved(result)
          done.resume(with: result)
        })
    }
  }
}
