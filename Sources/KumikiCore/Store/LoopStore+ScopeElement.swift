// Stores for parts that may be absent: what a slot presents, a case, a row, an element of a path. Each is nil
// while the part is absent. A store that is retained returns the last value after the part has gone.

extension LoopStore {
  /// A store for what a slot presents, by the slot itself: `\.$destination`; nil while it presents nothing.
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

  /// A store for the payload of a case; nil while the state is in another.
  @_disfavoredOverload  // A case may be a property too, where the enum says so.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> LoopStore<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    scopeIfThere(
      ScopeIdentity(state: state, action: action),
      by: Projections.function(CasePath(state).extract(from:))
    ) { CasePath(action).embed }
  }

  /// The store of the current case, for a view that switches over the state. If the state is in another case
  /// it is nil, and the issue `wrong-case`.
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

  /// A store for the row with an id, wherever it moves; nil if there is none.
  ///
  /// If the rows are a stored property of the state, the store is notified only of changes to its row,
  /// unless one of its observers subscribes to every burst. A row must therefore be a value: a change
  /// behind a class reference in it goes unnoticed.
  @inlinable
  public func scope<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>, id: ID
  ) -> LoopStore<Element, ElementAction>? where Action: CasePathable {
    scopeRow(state: state, action: action, id: id, last: nil)
  }

  /// A store for a row.
  ///
  /// - Parameter last: the store's first value if there is no such row; nil for no store then.
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

  /// A store for the element of a path with an id; nil if there is none.
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
