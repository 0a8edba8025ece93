/// A state whose properties are read through its store, `store.count`, and observed one by one.
///
/// The macro `@ObservableState` adds the conformance. It stores nothing in the state.
public protocol ObservableState {
  /// The properties that are not observed.
  static var _unobserved: [PartialKeyPath<Self>] { get }
}

extension ObservableState {
  public static var _unobserved: [PartialKeyPath<Self>] { [] }
}

extension Store where State: ObservableState {
  /// A property of the state.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value> & Sendable) -> Value {
    state[keyPath: keyPath]
  }
}
