internal import Kumiki
internal import Observation

/// Those who have read properties of a store where `withObservationTracking` was watching.
///
/// A property that was read is compared after each burst, until it differs: then its readers are told, and
/// it is forgotten until somebody reads it again. What nobody reads costs nothing.
final class StoreReaders<State> {
  private var properties: [PartialKeyPath<State>: any ReadProperty<State>] = [:]

  /// Notes that a property is being read, whose value is this.
  func note<Value>(_ keyPath: KeyPath<State, Value>, _ value: Value) {
    if let known = properties[keyPath] { return known.access() }
    let property = ComparedProperty(keyPath, value)
    properties[keyPath] = property
    property.access()
  }

  /// Notes that the whole state is being read. It is not compared: a copy of it would have to be kept, and
  /// the next step would have to copy what it changes.
  func noteWhole() {
    if let known = properties[\State.self] { return known.access() }
    let whole = WholeState<State>()
    properties[\State.self] = whole
    whole.access()
  }

  /// Tells the readers of what has changed.
  func look(at state: State) {
    let changed = properties.filter { $0.value.differs(in: state) }
    // First, since those who are told may read again.
    for keyPath in changed.keys { properties[keyPath] = nil }
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
  private let keyPath: KeyPath<State, Value>
  private let last: Value

  init(_ keyPath: KeyPath<State, Value>, _ value: Value) {
    self.keyPath = keyPath
    last = value
  }

  func differs(in state: State) -> Bool { !isSame(last, state[keyPath: keyPath]) }
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
