extension LoopStore {
  /// Calls `handler` after every burst, in subscription order, whether or not the state changed.
  ///
  /// The subscription keeps the store alive until it is cancelled or released.
  @inlinable
  public func subscribe(_ handler: @escaping (_ state: State) -> Void) -> Subscription {
    add(isRaw: true) { $0.typed(State.self).read(handler) }
  }

  /// Calls `handler` with a part of the state: now, and after each burst that changed it.
  ///
  /// `toValue` must depend only on the state: the store of a row calls it only after a change of the row.
  @inlinable
  public func observe<Value: Equatable>(
    _ toValue: @escaping (_ state: State) -> Value, onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    // Does not call the function below, because the closure for `==` would cost each observer one more call.
    let part = ObservedPart(toValue, state, handler)
    let subscription = add(isRaw: false) { part.check($0.typed()) { $0 == $1 } }
    notifying { handler(part.last) }
    return subscription
  }

  /// Calls `handler` with a part of the state: now, and after each burst if `isDuplicate` returns false for the last
  /// value and the new one.
  @inlinable
  public func observe<Value>(
    _ toValue: @escaping (_ state: State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    // `isDuplicate` may return false for equal values, so the observer checks after every burst.
    observe(toValue, removeDuplicates: isDuplicate, isRaw: true, onChange: handler)
  }

  /// - Parameter isRaw: whether `isDuplicate` may return false for a value and itself.
  @inlinable
  package func observe<Value>(
    _ toValue: @escaping (_ state: State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool, isRaw: Bool,
    onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    let part = ObservedPart(toValue, state, handler)
    let subscription = add(isRaw: isRaw) { part.check($0.typed(), isDuplicate) }
    notifying { handler(part.last) }
    return subscription
  }

  /// Adds an observer that borrows the state.
  ///
  /// - Parameter isRaw: whether to notify the observer after every burst. Otherwise bursts that cannot have changed
  ///   anything for the observer may skip it.
  @usableFromInline
  package func add(isRaw: Bool, _ check: @escaping (LentValue) -> Void) -> Subscription {
    add { $0.add(isRaw: isRaw, check) }
  }

  /// Calls `handler` after every burst. Does not keep the store alive.
  package func watchBursts(_ handler: @escaping () -> Void) -> Subscription {
    let list = observerList
    let held = UncheckedSendable((list: list, observer: list.add(isRaw: true) { _ in handler() }))
    return Subscription { [loop] in
      loop.endOnOwnThread { held.value.list.cancel(held.value.observer) }
    }
  }

  /// - Parameter make: adds an observer to the list. The subscription keeps the store alive.
  @usableFromInline
  package func add(_ make: (ObserverList) -> Observer) -> Subscription {
    guard isOnItsThread("subscribe") else { return Subscription {} }
    let list = observerList
    let held = UncheckedSendable((store: self, list: list, observer: make(list)))
    // The subscription may be released on another thread.
    return Subscription { [loop] in
      loop.endOnOwnThread {
        let (store, list, observer) = held.value
        list.cancel(observer)
        withExtendedLifetime(store) {}
      }
    }
  }

  /// Calls an observer outside of a burst, when it subscribes. As in a notification, actions that it sends are
  /// buffered, and an end of the store is delayed. Both take effect before this returns, unless the store is already
  /// busy.
  @usableFromInline
  package func notifying(_ body: () -> Void) {
    if let origin { return origin.parent.notifying(body) }
    guard loop.isCurrentThread, phase == .idle else { return body() }
    core.burst.isTracked = false
    defer { core.burst.isTracked = true }
    loop.activity += 1
    phase = .settling
    observerList.notifying(body)
    _ = settle(.none, isNotified: true)
    loop.activity -= 1
  }

  /// The store's observers. The list is created on first use. On a thread other than the loop's, a list that is never
  /// notified.
  package var observerList: ObserverList {
    guard loop.isCurrentThread else { return ObserverList() }
    if let observers { return observers.object }
    let made = ObserverList(upward: origin?.upward)
    observers = .retained(made)
    return made
  }

  func dropObservers() { observers?.object.drop() }

  /// Notifies the observers that were in the list when the notification started.
  @inlinable @inline(__always)
  func notify() {
    guard let observers else { return }
    let state = Lent(&current).untyped
    observers.with { $0.notify(state) }
  }
}
