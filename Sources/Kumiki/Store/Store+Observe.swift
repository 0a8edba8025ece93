extension Store {
  @usableFromInline
  final class Observer {
    @usableFromInline let notify: (Store) -> Void
    /// An observer that is removed during a notification gets no further call.
    @usableFromInline @exclusivity(unchecked) var isCancelled = false

    init(_ notify: @escaping (Store) -> Void) { self.notify = notify }
  }

  /// Calls `handler` after every burst, whether the state changed or not, in subscription order.
  ///
  /// The subscription keeps the store alive until it is cancelled or released.
  @inlinable
  public func subscribe(_ handler: @escaping (_ state: State) -> Void) -> Subscription {
    add { handler($0.committed) }
  }

  /// Calls `handler` with a part of the state: now, and after each burst that changed it.
  public func observe<Value: Equatable>(
    _ toValue: @escaping (_ state: State) -> Value, onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    observe(toValue, removeDuplicates: ==, onChange: handler)
  }

  /// Calls `handler` with a part of the state: now, and after each burst after which it differs by
  /// `isDuplicate` from what was told last.
  public func observe<Value>(
    _ toValue: @escaping (_ state: State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    var last = toValue(state)
    let subscription = add { store in
      let value = toValue(store.committed)
      if isDuplicate(last, value) { return }
      last = value
      handler(value)
    }
    handler(last)
    return subscription
  }

  /// Calls `handler` after every burst. Keeps nothing alive; for the engine's own front doors.
  package func onCommit(_ handler: @escaping (Store) -> Void) { _ = append(Observer(handler)) }

  /// Calls `handler` after every burst, until the subscription is cancelled; keeps the store alive.
  func onCommits(_ handler: @escaping () -> Void) -> Subscription { add { _ in handler() } }

  @usableFromInline
  func add(_ notify: @escaping (Store) -> Void) -> Subscription {
    guard isOnItsThread("subscribe") else { return Subscription {} }
    let observer = append(Observer(notify))
    return Subscription { [self] in remove(observer) }
  }

  private func append(_ observer: Observer) -> Observer {
    observers.append(.passRetained(observer))
    return observer
  }

  private func remove(_ observer: Observer) {
    observer.isCancelled = true
    // During a notification the list is being walked; it is swept afterwards.
    let isTelling = if let origin { origin.isTelling } else { phase == .settling }
    if !isTelling { sweepObservers() }
  }

  /// Lets go of the observers that were cancelled.
  @usableFromInline
  func sweepObservers() {
    let gone = observers.filter { $0._withUnsafeGuaranteedRef { $0.isCancelled } }
    observers.removeAll { $0._withUnsafeGuaranteedRef { $0.isCancelled } }
    for observer in gone { observer.release() }
  }

  /// Lets go of all observers.
  func dropObservers() {
    let gone = observers
    observers = []
    for observer in gone { observer.release() }
  }

  /// Tells every observer that was there when the notification began.
  @inlinable
  func notify() {
    let count = observers.count
    if count == 0 { return }
    var hasGaps = false
    for index in 0..<count {
      // The list holds them, and nobody is taken out of it meanwhile.
      observers[index]._withUnsafeGuaranteedRef { observer in
        if observer.isCancelled { hasGaps = true } else { observer.notify(self) }
      }
    }
    if hasGaps { sweepObservers() }
  }
}

/// A running observation. Cancelled by ``cancel()`` or when it is released.
public final class Subscription {
  private var onCancel: (() -> Void)?

  package init(_ onCancel: @escaping () -> Void) {
    self.onCancel = onCancel
    LiveObjects.add()
  }

  deinit {
    cancel()
    LiveObjects.remove()
  }

  /// Ends the observation: no call comes after this. Owner thread.
  public func cancel() {
    let action = onCancel
    onCancel = nil
    action?()
  }
}
