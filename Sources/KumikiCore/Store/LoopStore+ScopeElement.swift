// Stores for parts that may be absent: the content of a slot, a case, a row, an element of a path. Each function
// returns nil while the part is absent. A store that is still retained returns the part's last value.

extension LoopStore {
  /// Returns a store for the value in a slot, given the slot itself: `\.$destination`; nil while it is empty.
  @inlinable
  public func scope<Presented, SlotAction: PresentingAction>(
    state: KeyPath<State, PresentationState<Presented>>, action: CaseKeyPath<Action, SlotAction>
  ) -> LoopStore<Presented, SlotAction.Presented>? where Action: CasePathable {
    scopeIfThere(
      ScopeIdentity(state: state, action: action),
      by: Projections.function { $0[keyPath: state].wrappedValue }
    ) {
      let path = CasePath(action)
      return { path.embed(.presented($0)) }
    }
  }

  /// Returns a store for the payload of a case, or nil while the state is in another case.
  @_disfavoredOverload  // The enum may also declare the case as a property.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> LoopStore<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    scopeIfThere(
      ScopeIdentity(state: state, action: action),
      by: Projections.function(CasePath(state).extract(from:))
    ) { CasePath(action).embed }
  }

  /// Returns the store of the current case, for a view that switches over the state. If the state is in another case,
  /// returns nil and reports the issue `wrong-case`.
  public func caseLet<ChildState, ChildAction>(
    _ state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> LoopStore<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    if let store = scope(state: state, action: action) { return store }
    if isOnItsThread("caseLet") {
      core.report(
        .wrongCase,
        "a view of \(ChildState.self) was made while the state is "
          + (caseName(of: self.state) ?? "in another case"))
    }
    return nil
  }

  /// Returns a store for the row with an id, wherever the row moves, or nil if no row has the id.
  ///
  /// If the rows are a stored property of the state, the store is notified only of changes of its row, unless one of
  /// its observers subscribes to every burst. A row must therefore be a value: a change behind a class reference in a
  /// row goes unnoticed.
  @inlinable
  public func scope<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>, id: ID
  ) -> LoopStore<Element, ElementAction>? where Action: CasePathable {
    scopeRow(state: state, action: action, id: id, last: nil)
  }

  /// Returns a store for a row.
  ///
  /// - Parameter last: the store's first value if no row has the id; nil to return nil in that case.
  @inlinable
  package func scopeRow<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>, id: ID, last: Element?
  ) -> LoopStore<Element, ElementAction>? where Action: CasePathable {
    let embedding = {
      let path = CasePath(action)
      return { (action: ElementAction) in path.embed(.element(id: id, action: action)) }
    }
    let identity = ScopeIdentity(state: state, action: action, id: id)
    guard let offset = MemoryLayout<State>.offset(of: state) else {
      return scopeIfThere(
        identity, by: Projections.function { $0[keyPath: state][id: id] }, last: last, embedding)
    }
    return scopeIfThere(
      identity, by: Projections.row(offset, id, of: state),
      in: { $0.group(of: id, in: state, at: offset) }, last: last, embedding)
  }

  /// Returns a store for the element of a navigation path with an id, or nil if no element has the id.
  @inlinable
  public func scope<Element, PathAction: StackingAction>(
    state: KeyPath<State, StackState<Element>>, action: CaseKeyPath<Action, PathAction>,
    id: StackElementID
  ) -> LoopStore<Element, PathAction.ElementAction>?
  where Action: CasePathable, PathAction.State == Element {
    scopeIfThere(
      ScopeIdentity(state: state, action: action, id: id),
      by: Projections.function { $0[keyPath: state][id: id] }
    ) {
      let path = CasePath(action)
      return { path.embed(.element(id: id, action: $0)) }
    }
  }
}
