extension LoopStore {
  /// Returns a value that is computed from properties of the state; see ``Derived``.
  ///
  /// let total = store.derived(\.prices, \.discount) { prices, discount in prices.reduce(0) { $0 + $1.amount } * (1 -
  /// discount) }
  ///
  /// The function must depend only on the properties and on other derived values. It runs when the value is first
  /// read, and again only when one of the properties has changed. Rows are not compared: they record whether one of
  /// them was written.
  ///
  /// - Parameters:
  ///   - property: The properties. Without properties, the function can read only other derived values.
  ///   - compute: Computes the value. It must not send.
  public func derived<each Property: Equatable, Value: Equatable>(
    _ property: repeat KeyPath<State, each Property>,
    by compute: @escaping (repeat each Property) -> Value
  ) -> Derived<Value> {
    let parts = (repeat DerivedPart(of: self, each property))
    let inputs = { () -> [any DerivedInput] in
      var inputs: [any DerivedInput] = []
      for part in repeat each parts { inputs.append(part.noted()) }
      return inputs
    }
    let read = { compute(repeat (each parts).value) }
    return Derived<Value>(ComputedValue(DerivedHome(self), inputs, read) { $0 == $1 })
  }
}

/// A property of a store's state that a value is derived from.
final class DerivedPart<State, Action, Value: Equatable> {
  private let store: LoopStore<State, Action>
  private let property: KeyPath<State, Value>
  private let hasRows = Value.self is any MarkedRows.Type

  init(of store: LoopStore<State, Action>, _ property: KeyPath<State, Value>) {
    self.store = store
    self.property = property
  }

  /// The current value. If the state cannot be read, the value of the initial state is used and an issue is raised.
  var value: Value {
    guard store.mayBeRead else { return store.kept[keyPath: property] }
    var value: Value?
    store.lendCurrent { value = $0.read { $0[keyPath: property] } }
    return value!
  }

  /// Returns the current value as an input.
  func noted() -> any DerivedInput {
    let value = value
    return hasRows
      ? NotedPart(self, (value as! any MarkedRows).rowMark) { ($0 as! any MarkedRows).rowMark }
      : NotedPart(self, value) { $0 }
  }

  func observers(in list: ObserverList) -> ObserverGroup? {
    list === store.observerList ? list.group(of: property) : nil
  }
}

/// A record of a property at the time when a value was derived from it: the property's value, or the mark of its rows.
private final class NotedPart<State, Action, Value: Equatable, Noted: Equatable>: DerivedInput {
  private let part: DerivedPart<State, Action, Value>
  private let noted: Noted
  private let note: (Value) -> Noted

  init(
    _ part: DerivedPart<State, Action, Value>, _ noted: Noted, _ note: @escaping (Value) -> Noted
  ) {
    self.part = part
    self.noted = noted
    self.note = note
  }

  var identity: ObjectIdentifier { ObjectIdentifier(part) }

  func hasChanged() -> Bool { note(part.value) != noted }

  func observers(in list: ObserverList) -> ObserverGroup? { part.observers(in: list) }
}
