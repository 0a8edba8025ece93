/// Why a store does not take another reducer.
public enum StoreError: Error, Equatable, Sendable {
  /// The call came from a thread other than the one of the store's loop.
  case wrongThread
  /// The store is at work: the call came from a reducer, or from an observer.
  case busy
  /// The store has ended, or its loop has.
  case ended
  /// A scoped store has no reducer of its own.
  case scoped
}

extension Store {
  /// Has another reducer handle every action from here on.
  ///
  ///     try store.replaceReducer { CounterInTens() }
  ///
  /// The state stays as it is, with what is presented and the ids of its elements; so do observers, scoped
  /// stores and dependencies. What is running ends: effects, timers and the windows of throttles, and the
  /// tasks of earlier sends are finished. Observers are told of nothing, since nothing has changed.
  ///
  /// - Throws: ``StoreError``; then nothing has happened.
  /// - Complexity: O(*n*) in the effects in flight.
  @inlinable
  public func replaceReducer<R: Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ reducer: () -> R
  ) throws(StoreError) {
    try checkReplacing()
    try replace(by: withContext { .keeping(reducer()) })
  }

  /// Refuses where the reducer cannot be replaced now.
  @usableFromInline
  package func checkReplacing() throws(StoreError) {
    guard loop.isCurrentThread else { throw .wrongThread }
    guard origin == nil else { throw .scoped }
    guard !isEnded else { throw .ended }
    guard phase == .idle else { throw .busy }
  }

  /// Puts a reducer in the place of the one before, which is let go of before this returns. What is sent
  /// meanwhile is the new one's.
  ///
  /// - Parameter adopt: changes what goes with the reducer. Observers are told afterwards.
  @usableFromInline
  package func replace(
    by next: ErasedReducer, adopting adopt: (() -> Void)? = nil
  ) throws(StoreError) {
    // Again, since the program's own code has run since the first time.
    try checkReplacing()
    table.isTracked = false
    defer { table.isTracked = true }
    loop.activity += 1
    phase = .settling
    adopt?()
    let former = reducer
    reducer = .retained(next)
    table.restart()
    former.release()
    _ = settle(.none, isTold: adopt == nil)
    loop.activity -= 1
  }
}
