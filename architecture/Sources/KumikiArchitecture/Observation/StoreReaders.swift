internal import Kumiki
internal import Observation

/// The tracked readers of a store's properties (`withObservationTracking`).
///
/// A property that was read is compared after each burst until it differs. Then its readers are notified,
/// and the property is not compared until the next read. Unread properties cost nothing.
final class StoreReaders<State> {
  private var properties: [Key: ReadProperty<State>] = [:]

  /// The read value: a key path, and whether the property itself was read or a value computed from
  /// it.
  private struct Key: Hashable {
    let path: AnyHashable
    var isComputed = false
  }

  /// Notes a read of a property with its value.
  func note<Value>(_ keyPath: KeyPath<State, Value>, _ value: Value) {
    note(Key(path: keyPath)) { !isSame(value, $0[keyPath: keyPath]) }
  }

  /// Notes a read of a value that `compute` computes from the state.
  func note<Value: Equatable>(
    _ path: AnyHashable, _ value: Value, _ compute: @escaping (State) -> Value
  ) {
    note(Key(path: path, isComputed: true)) { value != compute($0) }
  }

  private func note(_ key: Key, differs: @escaping (State) -> Bool) {
    let property = properties[key] ?? ReadProperty(differs)
    properties[key] = property
    property.access()
  }

  /// Notes a read of the whole state. It is not compared: a kept copy would make the next step copy the
  /// parts that it changes.
  func noteWhole() {
    note(Key(path: \State.self)) { _ in true }
  }

  /// Notifies the readers of each property whose value differs from the value that they read.
  func check(_ state: State) {
    let changed = properties.filter { $0.value.differs(state) }
    // First, because notified readers may read again.
    for key in changed.keys { properties[key] = nil }
    for property in changed.values { property.notify() }
  }
}

/// A part of the state with readers.
private final class ReadProperty<State>: Observable {
  private let registrar = ObservationRegistrar()
  /// Whether the part differs from the value that the readers saw.
  let differs: (_ state: State) -> Bool

  init(_ differs: @escaping (_ state: State) -> Bool) { self.differs = differs }

  func access() { registrar.access(self, keyPath: \.registrar) }
  func notify() { registrar.withMutation(of: self, keyPath: \.registrar) {} }
}

/// Whether a reader sees two values as the same: equal if they can be compared, otherwise bitwise identical.
///
/// A copy of the first value is held, so objects that it refers to were not changed in place, and a change
/// must show in the bits. Bits may also differ in padding; a reader is then notified unnecessarily.
private func isSame<Value>(_ first: Value, _ second: Value) -> Bool {
  if let first = first as? any Equatable { return first.isEqual(to: second) }
  return withUnsafeBytes(of: first) { first in
    withUnsafeBytes(of: second) { second in first.elementsEqual(second) }
  }
}
