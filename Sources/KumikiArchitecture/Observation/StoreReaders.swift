internal import Kumiki
internal import Observation

/// Those who have read properties of a store where `withObservationTracking` was watching.
///
/// A property that was read is compared after each burst, until it differs: then its readers are told, and
/// it is forgotten until somebody reads it again. What nobody reads costs nothing.
final class StoreReaders<State> {
  private var properties: [Key: any ReadProperty<State>] = [:]

  /// Names what was read: a key path, and whether it was the property itself or a look at it.
  private struct Key: Hashable {
    let path: AnyHashable
    var isLook = false
  }

  /// Notes that a property is being read, whose value is this.
  func note<Value>(_ keyPath: KeyPath<State, Value>, _ value: Value) {
    note(Key(path: keyPath), ComparedProperty(value) { isSame($0, $1[keyPath: keyPath]) })
  }

  /// Notes that something of the state is being read, which `look` finds in it.
  func note<Value: Equatable>(
    _ path: AnyHashable, _ value: Value, _ look: @escaping (State) -> Value
  ) {
    note(Key(path: path, isLook: true), ComparedProperty(value) { $0 == look($1) })
  }

  private func note(_ key: Key, _ property: @autoclosure () -> some ReadProperty<State>) {
    if let known = properties[key] { return known.access() }
    let property = property()
    properties[key] = property
    property.access()
  }

  /// Notes that the whole state is being read. It is not compared: a copy of it would have to be kept, and
  /// the next step would have to copy what it changes.
  func noteWhole() {
    note(Key(path: \State.self), WholeState<State>())
  }

  /// Tells the readers of what has changed.
  func look(at state: State) {
    let changed = properties.filter { $0.value.differs(in: state) }
    // First, since those who are told may read again.
    for key in changed.keys { properties[key] = nil }
    for property in changed.values { property.tell() }
  }
}

/// A part of the state that somebody has read.
private protocol ReadProperty<State>: Observable {
  associatedtype State

  var registrar: ObservationRegistrar { get }
  func differs(in state: State) -> Bool
  func access()
  func tell()
}

private final class ComparedProperty<State, Value>: ReadProperty {
  let registrar = ObservationRegistrar()
  private let last: Value
  private let isSame: (_ last: Value, _ state: State) -> Bool

  init(_ value: Value, isSame: @escaping (_ last: Value, _ state: State) -> Bool) {
    last = value
    self.isSame = isSame
  }

  func differs(in state: State) -> Bool { !isSame(last, state) }
  func access() { registrar.access(self, keyPath: \.registrar) }
  func tell() { registrar.withMutation(of: self, keyPath: \.registrar) {} }
}

private final class WholeState<State>: ReadProperty {
  let registrar = ObservationRegistrar()

  func differs(in _: State) -> Bool { true }
  func access() { registrar.access(self, keyPath: \.registrar) }
  func tell() { registrar.withMutation(of: self, keyPath: \.registrar) {} }
}

/// Whether two values are the same to a reader: equal, where they can be compared, else of the same bits.
///
/// Of the first a copy is held, so what it refers to was not changed in place: other bits are the only way
/// in which the second can differ. They may differ in padding too; then a reader is told for nothing.
private func isSame<Value>(_ first: Value, _ second: Value) -> Bool {
  if let first = first as? any Equatable { return first.equals(second) }
  return withUnsafeBytes(of: first) { first in
    withUnsafeBytes(of: second) { second in first.elementsEqual(second) }
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}
