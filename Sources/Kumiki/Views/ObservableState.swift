/// A state whose properties are read through its store, `store.count`, and observed one by one.
///
/// The macro `@ObservableState` says so. Nothing is stored in the state for it.
public protocol ObservableState {
  /// The properties of whose changes nobody is told.
  static var _unobserved: [PartialKeyPath<Self>] { get }
}

extension ObservableState {
  public static var _unobserved: [PartialKeyPath<Self>] { [] }
}

extension Store where State: ObservableState {
  /// A property of the state.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }
}
