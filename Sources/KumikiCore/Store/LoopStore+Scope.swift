extension LoopStore {
  /// Whether the part of the state that this store was scoped to exists. True for a root store until it ends.
  public var hasState: Bool { isOnItsThread("hasState") && (origin?.isPresent ?? !isEnded) }

  /// Returns a store for a part of this store's state. Its actions are sent as actions of this store.
  ///
  /// The scoped store has no state of its own: a change through either store is visible in both immediately, and
  /// observers of each are notified once per burst. The scoped store keeps this store alive. While the scoped store is
  /// retained, the same paths return the same store.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> LoopStore<ChildState, ChildAction> where Action: CasePathable {
    scoped(ScopeIdentity(state: state, action: action)) {
      let embed = CasePath(action)
      return makeScope(Projections.property(state)) { [self] in send(embed.embed($0)) }
    }
  }

  /// Returns a store for an optional part, or nil while the part is null.
  ///
  /// If the part becomes null while the store is retained, the store returns the last value and `hasState` is false.
  /// The store refers to a place: when the place has a value again, the store is valid again. Its actions reach the
  /// reducer in any case.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> LoopStore<ChildState, ChildAction>? where Action: CasePathable {
    scopeIfThere(
      ScopeIdentity(state: state, action: action), by: Projections.optional(state)
    ) { CasePath(action).embed }
  }

  /// Returns a store for the value that a slot presents, or nil while the slot is empty.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> LoopStore<ChildState, ChildAction>? where Action: CasePathable {
    scopeIfThere(
      ScopeIdentity(state: state, action: action), by: Projections.optional(state)
    ) {
      let path = CasePath(action)
      return { path.embed(.presented($0)) }
    }
  }

  /// Returns a store for a part, which sends this store's own actions: `action: \.self`.
  @inlinable
  public func scope<ChildState>(
    state: KeyPath<State, ChildState>, action: WholeKeyPath<Action>
  ) -> LoopStore<ChildState, Action> {
    scoped(ScopeIdentity(state: state, action: action)) {
      makeScope(Projections.property(state)) { [self] in send($0) }
    }
  }

  /// Returns a store for an optional part, which sends this store's own actions, or nil while the part is null.
  @inlinable
  public func scope<ChildState>(
    state: KeyPath<State, ChildState?>, action: WholeKeyPath<Action>
  ) -> LoopStore<ChildState, Action>? {
    scopeIfThere(
      ScopeIdentity(state: state, action: action), by: Projections.optional(state)
    ) { { $0 } }
  }

  /// Returns a new store for a part given by functions.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChild: @escaping (State) -> ChildState, action embed: @escaping (ChildAction) -> Action
  ) -> LoopStore<ChildState, ChildAction> {
    makeScope(Projections.function(toChild)) { [self] in send(embed($0)) }
  }

  /// Returns a store for a part that may be absent, or nil while the part is absent.
  ///
  /// - Parameters:
  ///   - group: the group of the new store's observer in this store; nil to be notified of every burst.
  ///   - last: the first value of a store whose part is already absent; nil to return nil in that case.
  ///   - embedding: returns the function that embeds an action. Called only when a new store is created.
  @inlinable
  func scopeIfThere<ChildState, ChildAction>(
    _ identity: ScopeIdentity, by project: @escaping Projection<State, ChildState>,
    in group: ((ObserverList) -> ObserverGroup)? = nil, last: ChildState? = nil,
    _ embedding: () -> (ChildAction) -> Action
  ) -> LoopStore<ChildState, ChildAction>? {
    var first: ChildState?
    lendPresent { state in
      if let state { project(state) { first = $0?.value } }
    }
    guard let first = first ?? last else { return nil }
    return scoped(identity) {
      let embed = embedding()
      return makeScope(first, project, nil, in: group) { [self] in send(embed($0)) }
    }
  }

  @usableFromInline
  func scoped<ChildState, ChildAction>(
    _ identity: ScopeIdentity, _ make: () -> LoopStore<ChildState, ChildAction>
  ) -> LoopStore<ChildState, ChildAction> {
    guard loop.isCurrentThread else { return make() }
    if let known = scopes[identity]?.store as? LoopStore<ChildState, ChildAction> { return known }
    let made = make()
    // Removes the entries of released stores from time to time, because a list creates a store for each row.
    if scopes.count >= scopeLimit {
      scopes = scopes.filter { $0.value.store != nil }
      scopeLimit = max(8, scopes.count * 2)
    }
    scopes[identity] = WeakScope(store: made)
    return made
  }

  @inlinable
  func makeScope<ChildState, ChildAction>(
    _ project: @escaping Projection<State, ChildState>, _ send: @escaping (ChildAction) -> StoreTask
  ) -> LoopStore<ChildState, ChildAction> {
    // From the parent's state, which is the last state while the parent's part is absent.
    let answer = { [self] in
      var part: ChildState?
      Lent.lending(state) { state in project(state) { part = $0?.value } }
      return part!
    }
    return makeScope(answer(), project, answer, send)
  }

  @inlinable
  func makeScope<ChildState, ChildAction>(
    _ first: ChildState, _ project: @escaping Projection<State, ChildState>,
    _ standIn: (() -> ChildState)?, in group: ((ObserverList) -> ObserverGroup)? = nil,
    _ send: @escaping (ChildAction) -> StoreTask
  ) -> LoopStore<ChildState, ChildAction> {
    let child = makeChild(first, project, standIn, send)
    // The child removes its observer when it is released, possibly on another thread.
    let unheld = UnretainedReference(child)
    follow(child, in: group) { state in
      project(state.typed(State.self)) { part in unheld.object?.parentCommitted(part) }
    }
    return child
  }

  @usableFromInline
  package func makeChild<ChildState, ChildAction>(
    _ first: ChildState, _ project: @escaping Projection<State, ChildState>,
    _ standIn: (() -> ChildState)?, _ send: @escaping (ChildAction) -> StoreTask
  ) -> LoopStore<ChildState, ChildAction> {
    let lendPart = { [self] (body: (Lent<ChildState>?) -> Void) in
      lendPresent { state in
        if let state { project(state, body) } else { body(nil) }
      }
    }
    return LoopStore<ChildState, ChildAction>(
      core, context, .init(of: self, lendPart: lendPart, standIn: standIn, send: send),
      first: first)
  }

  /// Adds a child's observer to this store's list.
  @usableFromInline
  func follow<ChildState, ChildAction>(
    _ child: LoopStore<ChildState, ChildAction>, in group: ((ObserverList) -> ObserverGroup)?,
    _ check: @escaping (LentValue) -> Void
  ) {
    guard isOnItsThread("scope") else { return }
    let list = observerList
    child.origin?.upward = (list, list.add(in: group?(list), check))
  }

  /// Calls `body` with this store's state, borrowed, or with nil while the state is absent.
  @usableFromInline
  func lendPresent(_ body: (Lent<State>?) -> Void) {
    if let origin { return origin.lend(self, body) }
    // A copy, because the body may send, and a send changes the state in place.
    Lent.lending(state) { body($0) }
  }
}
