/// Why a store does not take another reducer.
public enum StoreError: Error, Equatable, Sendable {
  /// The call came from a thread other than the one of the store's loop.
  case wrongThread
  /// The store is busy: the call came from a reducer or an observer.
  case busy
  /// The store has ended, or its loop has.
  case ended
  /// A scoped store has no reducer of its own.
  case scoped
}

extension LoopStore {
  /// Replaces the reducer from the next action on.
  ///
  ///     try store.replaceReducer { CounterInTens() }
  ///
  /// The state stays as it is, with its presentations and element ids; so do observers, scoped stores and
  /// dependencies. Everything that is running ends: effects, timers and throttle windows. The tasks of
  /// earlier sends are finished. Observers are not notified, since the state has not changed.
  ///
  /// - Throws: ``StoreError``; then nothing has changed.
  /// - Complexity: O(*n*) in the effects in flight.
  @inlinable
  public func replaceReducer<R: Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ reducer: () -> R
  ) throws(StoreError) {
    try checkReplacing()
    try replace(by: withContext { .keeping(reducer()) })
  }

  /// Throws if the reducer cannot be replaced now.
  @usableFromInline
  package func checkReplacing() throws(StoreError) {
    guard loop.isCurrentThread else { throw .wrongThread }
    guard origin == nil else { throw .scoped }
    guard !isEnded else { throw .ended }
    guard phase == .idle else { throw .busy }
  }

  /// Puts a state that was kept in place of the present one. Everything that is running ends, what follows the
  /// state begins again, and observers are notified once.
  ///
  /// - Parameters:
  ///   - followed: what followed the state, so that it goes on.
  ///   - put: changes the state, and moves the generators of ids to where they were.
  package func restore(
    _ followed: [FollowedName: RestoredEffect] = [:], _ put: (inout State) -> Void
  ) throws(StoreError) {
    try checkReplacing()
    core.burst.isTracked = false
    defer { core.burst.isTracked = true }
    loop.activity += 1
    phase = .settling
    core.restart()
    put(&current)
    core.restoration = Restoration(followed)
    beginFollowed()
    _ = settle(.none)
    loop.activity -= 1
  }

  /// Replaces the reducer and releases the former one before returning. Actions sent meanwhile go to the new
  /// one.
  ///
  /// - Parameter adopt: changes what belongs to the reducer. Observers are notified afterwards.
  @usableFromInline
  package func replace(
    by next: ErasedReducer, adopting adopt: (() -> Void)? = nil
  ) throws(StoreError) {
    // Checks again, since the program's code has run since the first check.
    try checkReplacing()
    core.burst.isTracked = false
    defer { core.burst.isTracked = true }
    loop.activity += 1
    phase = .settling
    adopt?()
    let former = reducer
    reducer = .retained(wrapped(next))
    core.restart()
    former.release()
    _ = settle(follow(), isTold: adopt == nil)
    loop.activity -= 1
  }
}
