public import Kumiki
public import Observation

/// A store takes part in `withObservationTracking`: who has read `store.count` is told when that property
/// has changed, once, after the burst.
extension Store: Observable {}

extension Store where State: ObservableState {
  /// A property of the state. Read where observation is tracked, a change of it alone is told.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    let value = kept[keyPath: keyPath]
    if !State._unobserved.contains(keyPath) { readers?.note(keyPath, value) }
    return value
  }

  /// The state. Read where observation is tracked, each burst is told; read properties by the store itself,
  /// `store.count`, to be told of those alone.
  public var state: State {
    readers?.noteWhole()
    return kept
  }

  /// Notes that something of the state is being read, which is told when `look` finds another in it.
  func note(_ path: AnyHashable, _ look: @escaping (State) -> some Equatable) {
    readers?.note(path, look(kept), look)
  }

  /// Those who read this store; nil off its thread, where nothing can be read, and within a step.
  private var readers: StoreReaders<State>? {
    guard loop.isCurrentThread, !isEnded, !isReducing else { return nil }
    let list = observerList
    if let readers = list.readers as? StoreReaders<State> { return readers }
    let readers = StoreReaders<State>()
    list.readers = readers
    follow { readers.look(at: $0) }
    return readers
  }
}

extension Store
where State: ObservableState, Action: BindableAction, Action.State == State {
  /// A property of the state, to read, and to write as a binding action: `store.name = "Ann"`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { self[dynamicMember: keyPath as KeyPath<State, Value>] }
    set { binding(keyPath).value = newValue }
  }
}
