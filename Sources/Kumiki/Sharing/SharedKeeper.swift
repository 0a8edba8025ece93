/// Loads, observes and saves a shared value: a type-erased ``SharedKey``.
final class SharedKeeper<Value>: @unchecked Sendable {
  // Immutable except for what `begin` sets, once.
  private let loadValue: (LoadContext<Value>, LoadContinuation<Value>) -> Void
  private let subscribe: (LoadContext<Value>, SharedSubscriber<Value>) -> SharedSubscription
  private let saveValue: ((Value, SaveContext, SaveContinuation) -> Void)?
  private var subscription: SharedSubscription?
  private var initial: Value?
  private weak var loading: SharedLoading?
  private let name: String

  init<Key: SharedReaderKey>(_ key: Key) where Key.Value == Value {
    loadValue = { key.load(context: $0, continuation: $1) }
    subscribe = { key.subscribe(context: $0, subscriber: $1) }
    saveValue = Self.saving(key)
    name = "\(key)"
  }

  private static func saving<Key: SharedReaderKey>(
    _ key: Key
  ) -> ((Value, SaveContext, SaveContinuation) -> Void)? where Key.Value == Value {
    func opened<Writable: SharedKey>(
      _ key: Writable
    ) -> ((Value, SaveContext, SaveContinuation) -> Void)? {
      { key.save($0 as! Writable.Value, context: $1, continuation: $2) }
    }
    return (key as? any SharedKey).flatMap { opened($0) }
  }

  /// Begins with the default in the reference, and replaces it with the stored value.
  func begin(_ reference: SharedReference<Value>, _ initial: Value) {
    self.initial = initial
    let loading = reference.loading
    self.loading = loading
    loading.begin()
    loadValue(
      .initialValue(initial),
      LoadContinuation { [weak reference, self] result in
        loading.end(result)
        switch result {
        case .success(let value): reference?.receive(value ?? initial)
        case .failure(let error): reportUnreadable(error, of: reference)
        }
      })
    subscription = subscribe(
      .initialValue(initial),
      SharedSubscriber(
        { [weak reference, self] result in
          loading.end(result)
          switch result {
          case .success(let value): reference?.receive(value ?? initial)
          case .failure(let error): reportUnreadable(error, of: reference)
          }
        },
        loading: { $0 ? loading.begin() : loading.end() }))
  }

  func end() { subscription?.cancel() }

  func load(into reference: SharedReference<Value>) async throws {
    let loading = reference.loading
    loading.begin()
    let initial = UncheckedSendable(initial)
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      loadValue(
        .userInitiated,
        LoadContinuation { [weak reference] result in
          loading.end(result)
          if case .success(let value) = result, let value = value ?? initial.value {
            reference?.receive(value)
          }
          done.resume(with: result.map { _ in })
        })
    }
  }

  /// Saves after a write. The reference's `saveError` has the error.
  func save(_ value: Value, of reference: SharedReference<Value>) {
    guard let saveValue else { return }
    loading?.wasWritten()
    saveValue(
      value, .didSet,
      SaveContinuation { [weak loading, weak reference, self] result in
        loading?.saved(result)
        if case .failure(let error) = result { reportUnsaved(error, of: reference) }
      })
  }

  private func reportUnreadable(_ error: any Error, of reference: SharedReference<Value>?) {
    Self.report(
      .sharedUnreadable,
      "what is kept for \(name) cannot be read: \(error). The value stays as it was, and what is kept "
        + "is left alone until the next write.", of: reference)
  }

  private func reportUnsaved(_ error: any Error, of reference: SharedReference<Value>?) {
    Self.report(
      .sharedUnsaved, "\(name) could not be saved: \(error). Its value holds in this process.",
      of: reference)
  }

  /// Reports an issue on the current loop, or on an observer's loop if there is none, as on the thread that
  /// watches files.
  static func report(
    _ code: Issue.Code, _ message: String, of reference: SharedReference<Value>?
  ) {
    ReduceContext.report(
      code, message, label: "",
      on: DependencyValues.ambientLoop ?? Loop.existing ?? reference?.observers.loop)
  }

  func saveNow(_ value: Value) async throws {
    guard let saveValue else { return }
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      saveValue(
        value, .userInitiated,
        SaveContinuation { [weak loading] result in
          loading?.saved(result)
          done.resume(with: result)
        })
    }
  }
}

/// The state of a shared value's loading and saving.
package final class SharedLoading: Sendable {
  private struct State: Sendable {
    var count = 0
    var loadError: (any Error)?
    var saveError: (any Error)?
  }

  private let state = Guarded(State(), in: .sharedValues)

  var isLoading: Bool { state.withLock { $0.count > 0 } }
  var loadError: (any Error)? { state.withLock { $0.loadError } }
  var saveError: (any Error)? { state.withLock { $0.saveError } }

  func begin() { state.withLock { $0.count += 1 } }

  func end() { state.withLock { $0.count = max(0, $0.count - 1) } }

  func end<Value>(_ result: Result<Value, any Error>) {
    state.withLock { state in
      state.count = max(0, state.count - 1)
      switch result {
      case .success: state.loadError = nil
      case .failure(let error): state.loadError = error
      }
    }
  }

  func wasWritten() { state.withLock { $0.loadError = nil } }

  func saved(_ result: Result<Void, any Error>) {
    state.withLock { state in
      switch result {
      case .success: state.saveError = nil
      case .failure(let error): state.saveError = error
      }
    }
  }
}
