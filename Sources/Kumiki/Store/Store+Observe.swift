extension Store {
  @usableFromInline
  final class Observer {
    @usableFromInline let notify: (Store) -> Void
    /// An observer that is removed during a notification gets no further call.
    @usableFromInline @exclusivity(unchecked) var isCancelled = false
    /// Its place in the store's list.
    @exclusivity(unchecked) var index = 0

    init(_ notify: @escaping (Store) -> Void) { self.notify = notify }
  }

  /// Calls `handler` after every burst, whether the state changed or not, in subscription order.
  ///
  /// The subscription keeps the store alive until it is cancelled or released.
  @inlinable
  public func subscribe(_ handler: @escaping (_ state: State) -> Void) -> Subscription {
    add { store in store.withCommitted(handler) }
  }

  /// Calls `handler` with a part of the state: now, and after each burst that changed it.
  @inlinable
  public func observe<Value: Equatable>(
    _ toValue: @escaping (_ state: State) -> Value, onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    let last = LastTold(toValue(state))
    let subscription = add { store in
      let value = store.withCommitted(toValue)
      if last.value == value { return }
      last.value = value
      handler(value)
    }
    handler(last.value)
    return subscription
  }

  /// Calls `handler` with a part of the state: now, and after each burst after which it differs by
  /// `isDuplicate` from what was told last.
  @inlinable
  public func observe<Value>(
    _ toValue: @escaping (_ state: State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    let last = LastTold(toValue(state))
    let subscription = add { store in
      let value = store.withCommitted(toValue)
      if isDuplicate(last.value, value) { return }
      last.value = value
      handler(value)
    }
    handler(last.value)
    return subscription
  }

  /// Calls `handler` after every burst. Keeps nothing alive; for the engine's own front doors.
  package func onCommit(_ handler: @escaping (Store) -> Void) { _ = append(Observer(handler)) }

  /// Calls `handler` after every burst, until the subscription is cancelled; keeps the store alive.
  @usableFromInline
  func onCommits(_ handler: @escaping () -> Void) -> Subscription { add { _ in handler() } }

  /// The state as observers are shown it: they run on the store's thread, after the commit.
  ///
  /// It is lent, not copied: a copy would be counted, and no step writes it meanwhile.
  @inlinable @inline(__always)
  func withCommitted<Result>(_ body: (State) -> Result) -> Result {
    if origin != nil { return withOrigins(body) }
    return withUnsafePointer(to: &current) { lend($0, to: body) }
  }

  /// The same in a scoped store; out of line, so that the usual case stays short.
  @inlinable @inline(never)
  func withOrigins<Result>(_ body: (State) -> Result) -> Result { body(origin!.read(self)) }

  @usableFromInline
  func add(_ notify: @escaping (Store) -> Void) -> Subscription {
    guard isOnItsThread("subscribe") else { return Subscription {} }
    let observer = append(Observer(notify))
    return Subscription { [self] in remove(observer) }
  }

  private func append(_ observer: Observer) -> Observer {
    observer.index = observers.count
    observers.append(.passRetained(observer))
    return observer
  }

  private func remove(_ observer: Observer) {
    guard !observer.isCancelled else { return }
    observer.isCancelled = true
    // During a notification the list is being walked; it is swept afterwards.
    let isTelling = if let origin { origin.isTelling } else { phase == .settling }
    if isTelling { return }
    // Its place stays empty until half of the list is: that keeps the order, and the way is short.
    observers[observer.index] = nil
    Unmanaged.passUnretained(observer).release()
    emptyPlaces += 1
    if emptyPlaces > 16, emptyPlaces * 2 > observers.count { sweepObservers() }
  }

  /// Lets go of the observers that were cancelled, and of empty places.
  @usableFromInline
  func sweepObservers() {
    var gone: [Unmanaged<Observer>] = []
    var kept: [Unmanaged<Observer>?] = []
    kept.reserveCapacity(observers.count - emptyPlaces)
    for case let observer? in observers {
      let isCancelled = observer._withUnsafeGuaranteedRef {
        $0.index = kept.count
        return $0.isCancelled
      }
      if isCancelled { gone.append(observer) } else { kept.append(observer) }
    }
    observers = kept
    emptyPlaces = 0
    for observer in gone { observer.release() }
  }

  /// Lets go of all observers.
  func dropObservers() {
    let gone = observers
    observers = []
    emptyPlaces = 0
    for observer in gone {
      observer?._withUnsafeGuaranteedRef { $0.isCancelled = true }
      observer?.release()
    }
  }

  /// Tells every observer that was there when the notification began.
  @inlinable
  func notify() {
    let count = observers.count
    if count == 0 { return }
    var hasGaps = false
    for index in 0..<count {
      // The list holds them, and nobody is taken out of it meanwhile.
      observers[index]?._withUnsafeGuaranteedRef { observer in
        if observer.isCancelled { hasGaps = true } else { observer.notify(self) }
      }
    }
    if hasGaps { sweepObservers() }
  }
}

/// What an observer was told last.
@usableFromInline
final class LastTold<Value> {
  // Unchecked: the store's thread alone comes here, and not while it is here.
  @usableFromInline @exclusivity(unchecked) var value: Value

  @usableFromInline
  init(_ value: Value) { self.value = value }
}

/// Hands a value over without a copy, which would be counted: a generic type that may have no copies
/// gets none. Whoever calls this sees to it that nobody writes the value meanwhile.
@inlinable @inline(__always)
func lend<Value: ~Copyable, Result>(
  _ value: UnsafePointer<Value>, to body: (borrowing Value) -> Result
) -> Result {
  body(value.pointee)
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

/// Hands a value over without a copy, which would be counted: a generic type that may have no copies
/// gets none. Whoever calls this sees to it that nobody writes the value meanwhile.
@inlinable @inline(__always)
func lend<Value: ~Copyable>(_ value: UnsafePointer<Value>, to body: (borrowing Value) -> Void) {
  body(value.pointee)
}
