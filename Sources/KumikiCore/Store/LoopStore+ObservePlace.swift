// Observers of a place that a key path names. A property is compared once for all of its observers, and observers of
// rows are found by the ids of changed rows, so unaffected observers cost a burst nothing.

extension LoopStore {
  /// Calls `handler` with a property of the state: now, and after each burst that changed it.
  ///
  /// The property is compared once for all of its observers. If the property is not stored in the state itself (but is
  /// computed, or behind an optional or a subscript), this is the same as ``observe(_:onChange:)-(_,(Value)->Void)``
  /// with a function.
  @inlinable
  public func observe<Value: Equatable>(
    _ property: KeyPath<State, Value>, onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    guard let offset = MemoryLayout<State>.offset(of: property) else {
      return observe({ state in state[keyPath: property] }, onChange: handler)
    }
    let part = ObservedPart({ (value: Value) in value }, state[keyPath: property], handler)
    let subscription = add { list in
      list.add(in: list.group(of: property, at: offset)) { state in
        part.check(state.typed(State.self).part(at: offset)) { $0 == $1 }
      }
    }
    notifying { handler(part.last) }
    return subscription
  }

  /// Calls `handler` with a part of the row with an id, wherever the row moves: now, and after each burst that changed
  /// the part. The value is nil while no row has the id.
  ///
  ///     store.observe(\.todos, id: 7, \.isDone) { isDone in … }
  ///
  /// If the rows are a stored property, the row is checked only after a change of the row. A row must therefore be a
  /// value: a change behind a class reference in a row goes unnoticed.
  @inlinable
  public func observe<ID, Element, Value: Equatable>(
    _ rows: KeyPath<State, IdentifiedArray<ID, Element>>, id: ID,
    _ toValue: @escaping (_ row: Element) -> Value,
    onChange handler: @escaping (Value?) -> Void
  ) -> Subscription {
    guard let offset = MemoryLayout<State>.offset(of: rows) else {
      return observe({ $0[keyPath: rows][id: id].map(toValue) }, onChange: handler)
    }
    let row = Projections.row(offset, id, of: rows)
    let find = { (state: Lent<State>) in
      var value: Value?
      row(state) { value = $0?.read(toValue) }
      return value
    }
    var first: Value?
    Lent.lending(state) { first = find($0) }
    let part = ObservedPart({ (value: Value?) in value }, first, handler)
    let subscription = add { list in
      list.add(in: list.group(of: id, in: rows, at: offset)) { state in
        Lent.lending(find(state.typed())) { value in part.check(value) { $0 == $1 } }
      }
    }
    notifying { handler(part.last) }
    return subscription
  }

  /// Calls `handler` with the row with an id; see ``observe(_:id:_:onChange:)``.
  @inlinable
  public func observe<ID, Element: Equatable>(
    _ rows: KeyPath<State, IdentifiedArray<ID, Element>>, id: ID,
    onChange handler: @escaping (Element?) -> Void
  ) -> Subscription {
    observe(rows, id: id, { $0 }, onChange: handler)
  }
}
