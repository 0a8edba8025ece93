/// The reason why a store refuses another reducer.
public enum StoreError: Error, Equatable, Sendable {
  /// The call came from a thread other than the loop's.
  case wrongThread
  /// The store is busy: the call came from a reducer or an observer.
  case busy
  /// The store, or its loop, has ended.
  case ended
  /// A scoped store has no reducer.
  case scoped
}

extension LoopStore {
  /// Replaces the reducer from the next action on.
  ///
  ///     try store.replaceReducer { CounterInTens() }
  ///
  /// The state is unchanged, including its presentations and element ids, and so are observers, scoped stores and
  /// dependencies. All running effects, timers and throttle windows end. The tasks of earlier sends are finished.
  /// Observers are not notified, because the state has not changed.
  ///
  /// - Throws: ``StoreError``, without any change.
  /// - Complexity: O(*n*) for *n* running effects.
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

  /// Replaces the current state with an earlier one. All running effects end, state-driven effects start again, and
  /// observers are notified once.
  ///
  /// - Parameters:
  ///   - followed: the state-driven effects of the earlier state, which resume.
  ///   - requests: the requests of the earlier state.
  ///   - resuming: returns the effects that ask these again, if the follow pass does not.
  ///   - put: changes the state, and moves the id generators to their earlier positions.
  package func restore(
    _ followed: [FollowedName: RestoredEffect] = [:], requests: [KeptRequest] = [],
    resuming: Resuming? = nil, _ put: (inout State) -> Void
  ) throws(StoreError) {
    try beginRestoring(followed, requests: requests, resuming: resuming, put)
    endRestoring()
  }

  /// The first part of ``restore(_:requests:resuming:_:)``: replaces the state and its effects.
  package func beginRestoring(
    _ followed: [FollowedName: RestoredEffect], requests: [KeptRequest], resuming: Resuming?,
    _ put: (inout State) -> Void
  ) throws(StoreError) {
    try checkReplacing()
    core.burst.isTracked = false
    loop.activity += 1
    phase = .settling
    settleLastStates()
    let left = core.moveRequests(requests) {
      let left = core.restart()
      put(&current)
      core.restoration = Restoration(followed)
      core.visited = FollowedFeatures()
      beginFollowed(resuming)
      return left
    }
    tell(left, there: core.visited.take()?.found)
  }

  /// The second part: handles the actions that were sent meanwhile, and notifies the observers. Inlinable, so that it is
  /// specialized for the state.
  @inlinable
  package func endRestoring() {
    _ = settle(.none)
    core.burst.isTracked = true
    loop.activity -= 1
  }

  /// Replaces the reducer and releases the former reducer before returning. Actions that are sent during this go to the
  /// new reducer.
  ///
  /// - Parameter adopt: changes the data that belongs to the reducer. Observers are notified afterwards.
  @usableFromInline
  package func replace(
    by next: ErasedReducer, adopting adopt: (() -> Void)? = nil
  ) throws(StoreError) {
    // Checked again, because code of the program has run since the first check.
    try checkReplacing()
    core.burst.isTracked = false
    defer { core.burst.isTracked = true }
    loop.activity += 1
    phase = .settling
    settleLastStates()
    adopt?()
    let former = reducer
    reducer = .retained(wrapped(next))
    let left = core.moveRequests {
      let left = core.restart()
      beginFollowed()
      return left
    }
    tell(left, there: nil)
    former.release()
    _ = settle(.none, isNotified: adopt == nil)
    loop.activity -= 1
  }

  /// Makes the last states of all features independent of the writes that follow.
  private func settleLastStates() {
    for node in core.root.remembering {
      ((node.memory as? FeatureEnd)?.last as? any SettlingState)?.settle()
    }
  }

  /// Calls the functions for the end of features that are no longer declared after the state or the reducer was
  /// replaced. Their effects belong to the nearest features around them that are still there.
  ///
  /// - Parameters:
  ///   - left: the nodes of the former features.
  ///   - there: the features that are there now; nil for all, because the state is the same.
  private func tell(_ left: [ScopeNode], there: Set<[ScopeKey]>?) {
    for (node, end) in FeatureEnd.all(of: left) {
      let nodes = Array(Array(node.upward).reversed().dropFirst())
      let path = nodes.compactMap(\.key)
      if core.root.descendant(path)?.memory is FeatureEnd { continue }
      // The function has a key below its feature's.
      var depth = max(path.count - 2, 0)
      while let there, depth > 0, !there.contains(Array(path[..<depth])) { depth -= 1 }
      var owner = core.root
      for outer in nodes[..<depth] {
        if let key = outer.key { owner = owner.child(key, kind: outer.kind) }
      }
      let acceptance = Acceptance(table: core, scope: owner, Delivery(taskTree: nil))
      end.tell(acceptance, end.sink(around: nodes[depth]))
      owner.prune()
    }
  }
}
