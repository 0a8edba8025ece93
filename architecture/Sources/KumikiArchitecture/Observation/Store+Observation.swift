public import Kumiki
public import Observation

/// A store takes part in `withObservationTracking`: a reader of `store.count` is notified once, after the
/// burst that changed the property.
extension Store: Observable {}

extension Store where State: ObservableState {
  /// A property of the state. A tracked read is notified only of changes to that property.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value> & Sendable) -> Value {
    let value = base.kept[keyPath: keyPath]
    if !State._unobserved.contains(keyPath) { readers?.note(keyPath, value) }
    return value
  }

  /// The state. A tracked read is notified of each burst. To be notified of single properties, read them
  /// through the store, `store.count`.
  public var state: State {
    readers?.noteWhole()
    return base.kept
  }

  /// Notes a tracked read. Its reader is notified when `compute` returns a different value.
  func note(_ path: AnyHashable, _ compute: @escaping (State) -> some Equatable) {
    readers?.note(path, compute(base.kept), compute)
  }

  /// The readers of this store; nil on other threads, where the store cannot be read, and within a
  /// step.
  private var readers: StoreReaders<State>? {
    let base = base
    guard loop.isCurrentThread, !base.isEnded, !base.isReducing else { return nil }
    let list = base.observerList
    if let readers = list.readers as? StoreReaders<State> { return readers }
    let readers = StoreReaders<State>()
    list.readers = readers
    base.follow { readers.check($0) }
    return readers
  }
}

extension Store
where State: ObservableState, Action: BindableAction, Action.State == State {
  /// A property of the state. Setting it sends a binding action: `store.name = "Ann"`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { self[dynamicMember: keyPath as KeyPath<State, Value> & Sendable] }
    set { binding(keyPath).value = newValue }
  }
}
