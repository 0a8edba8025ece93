/// Holds a feature's state, reduces the actions that it receives, and runs the effects that they
/// return.
///
///     let store = Store(initialState: Counter.State()) { Counter() }
///     store.send(.increment)
///
/// A store is isolated to the main actor, as in the Composable Architecture. It is `Sendable`, and code elsewhere
/// awaits its calls: `await store.send(.increment)`. Its effects and timers run on the main actor's loop
/// (``Loop/main``), which the program need not run. A program that runs its own ``Loop`` uses a ``LoopStore``.
@preconcurrency @MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
  /// The engine's store.
  // Other threads use only its constants and `post`; they may also release it.
  @safe @usableFromInline package nonisolated(unsafe) let base: LoopStore<State, Action>

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: evaluated with the store's dependencies and ids.
  ///   - loop: the store's loop, if the program runs one on the main thread; nil for ``Loop/current``.
  ///   - reducer: built once, with the same dependencies and ids.
  ///   - update: changes the dependencies of the initial state, the reducer and every action.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure @escaping () -> State,
    loop: Loop? = nil,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies update: ((inout DependencyValues) -> Void)? = nil
  ) {
    self.init(
      LoopStore(
        initialState: initialState(), loop: loop ?? .current, reducer: reducer,
        withDependencies: update))
  }

  /// Makes a store for the main actor from a store whose loop the main thread runs, so that views on the main
  /// actor can use it.
  @inlinable
  public convenience init(_ base: LoopStore<State, Action>) { self.init(over: base) }

  @usableFromInline
  nonisolated init(over base: LoopStore<State, Action>) {
    self.base = base
    base.mainActorStore = self
  }

  /// The store for an engine's store: the same object while it is retained.
  @usableFromInline
  nonisolated static func over(_ base: LoopStore<State, Action>) -> Store {
    if let known = base.mainActorStore { return unsafe unsafeDowncast(known, to: Store.self) }
    return Store(over: base)
  }

  /// The loop that runs this store's effects.
  public nonisolated var loop: Loop { base.loop }

  /// The state after the last finished action.
  ///
  /// Reading it inside a reducer of the same store raises the issue `read-while-reducing` and returns the
  /// initial state. A scoped store whose state is gone returns the last state.
  @_disfavoredOverload
  @inlinable
  public var state: State { base.state }

  /// Calls `body` with the current ``state``.
  public func withState<Result>(
    _ body: (_ state: State) throws -> Result
  ) rethrows -> Result { try body(state) }

  /// The number of running effects. Each member of a merge counts.
  public var effectCount: Int { base.effectCount }

  /// Whether the part of the state that this store was scoped to exists. True for a root store until it ends.
  public var hasState: Bool { base.hasState }

  /// Ends the store before its last reference is released; see ``LoopStore/end()``.
  public func end() { base.end() }
}

extension Store {
  /// Reduces `action` and everything that it triggers synchronously, then notifies the observers.
  ///
  /// If the store is busy (the caller is a reducer, an observer or an effect), the action is buffered.
  /// The outermost send handles it, and the task returned here is finished.
  @inlinable @inline(__always)
  @discardableResult
  public func send(_ action: Action) -> StoreTask { base.send(action) }

  /// Sends an action with an animation for the observers of its changes.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    base.send(action, animation: animation)
  }

  /// Sends an action with a transaction for the observers of its changes.
  @discardableResult
  public func send(_ action: Action, transaction: Transaction) -> StoreTask {
    base.send(action, transaction: transaction)
  }

  /// Sends without waiting for the main actor: the action is handled in the loop's next iteration, as a burst
  /// of its own. Any thread may call this.
  public nonisolated func post(_ action: sending Action) { base.post(action) }

  /// Replaces the reducer from the next action on; see ``LoopStore/replaceReducer(_:)``.
  public func replaceReducer<R: Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ reducer: () -> R
  ) throws(StoreError) { try base.replaceReducer(reducer) }

  /// Takes a snapshot; see ``LoopStore/snapshot()``.
  public func snapshot() throws(StoreError) -> StoreSnapshot<State> { try base.snapshot() }

  /// Restores a snapshot of this store; see ``LoopStore/restore(_:)``.
  public func restore(_ snapshot: StoreSnapshot<State>) throws(StoreError) {
    try base.restore(snapshot)
  }
}

/// A store for a feature: `StoreOf<Counter>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: NotAModel {}
