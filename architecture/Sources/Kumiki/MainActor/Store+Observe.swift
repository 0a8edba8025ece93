// The observers of a store. The engine's functions of the same names document each promise.

extension Store {
  /// Calls `handler` after every burst, whether the state changed or not, in subscription order.
  ///
  /// The subscription keeps the store's state and effects alive until it is cancelled or released.
  @inlinable
  public func subscribe(_ handler: @escaping (_ state: State) -> Void) -> Subscription {
    base.subscribe(handler)
  }

  /// Calls `handler` with a part of the state: now, and after each burst that changed it.
  ///
  /// `toValue` must depend only on the state: the store of a row calls it only after a change to the row.
  @inlinable
  public func observe<Value: Equatable>(
    _ toValue: @escaping (_ state: State) -> Value, onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    base.observe(toValue, onChange: handler)
  }

  /// Calls `handler` with a part of the state: now, and after each burst for which `isDuplicate` returns
  /// false for the value and the last one.
  @inlinable
  public func observe<Value>(
    _ toValue: @escaping (_ state: State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    base.observe(toValue, removeDuplicates: isDuplicate, onChange: handler)
  }

  /// Calls `handler` with a property of the state: now, and after each burst that changed it.
  ///
  /// The property is compared once for all of its observers.
  @inlinable
  public func observe<Value: Equatable>(
    _ property: KeyPath<State, Value>, onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    base.observe(property, onChange: handler)
  }

  /// Calls `handler` with a part of the row with an id, wherever it moves: now, and after each burst that
  /// changed it; with nil if the row does not exist.
  ///
  ///     store.observe(\.todos, id: 7, \.isDone) { isDone in … }
  @inlinable
  public func observe<ID, Element, Value: Equatable>(
    _ rows: KeyPath<State, IdentifiedArray<ID, Element>>, id: ID,
    _ toValue: @escaping (_ row: Element) -> Value,
    onChange handler: @escaping (Value?) -> Void
  ) -> Subscription {
    base.observe(rows, id: id, toValue, onChange: handler)
  }

  /// Calls `handler` with the row that has an id; see ``observe(_:id:_:onChange:)``.
  @inlinable
  public func observe<ID, Element: Equatable>(
    _ rows: KeyPath<State, IdentifiedArray<ID, Element>>, id: ID,
    onChange handler: @escaping (Element?) -> Void
  ) -> Subscription {
    base.observe(rows, id: id, onChange: handler)
  }
}
