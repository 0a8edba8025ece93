// Stores for parts that come and go: what a slot presents, a case, a row, an element of a path. Each is
// nil where the part is not there. A store that is held answers with the last value once the part has
// gone.

extension Store {
  /// A view of what a slot presents, by the slot itself: `\.$destination`; nil while nothing is presented.
  @inlinable
  public func scope<Presented, SlotAction: PresentingAction>(
    state: KeyPath<State, PresentationState<Presented>>, action: CaseKeyPath<Action, SlotAction>
  ) -> Store<Presented, SlotAction.Presented>? where Action: CasePathable {
    scopeIfThere(
      ScopeIdentity(state: state, action: action),
      by: Projections.function { $0[keyPath: state].wrappedValue }
    ) {
      let path = CasePath(action)
      return { path.embed(.presented($0)) }
    }
  }

  /// A view of the payload of one case; nil while the state is in another.
  @_disfavoredOverload  // A case may be a property too, where the enum says so.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    scopeIfThere(
      ScopeIdentity(state: state, action: action),
      by: Projections.function(CasePath(state).extract(from:))
    ) { CasePath(action).embed }
  }

  /// The store of a case that a switch has found to be up. Where another one is, the view is for the
  /// wrong case: nil, and the issue `wrong-case`.
  public func caseLet<ChildState, ChildAction>(
    _ state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    if let store = scope(state: state, action: action) { return store }
    if isOnItsThread("caseLet") {
      table.report(
        Issue(
          code: .wrongCase,
          message: "a view of \(ChildState.self) was made while the state is "
            + (caseName(of: self.state) ?? "in another case")))
    }
    return nil
  }

  /// A view of the row with an id, wherever it moves; nil where there is none.
  ///
  /// Where the rows are a stored property of the state, the view is told only of changes to its row,
  /// unless one of its observers subscribes to every burst. A row must therefore be a value: a change
  /// behind a class reference in it is not seen.
  @inlinable
  public func scope<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>, id: ID
  ) -> Store<Element, ElementAction>? where Action: CasePathable {
    scopeRow(state: state, action: action, id: id, last: nil)
  }

  /// A view of a row.
  ///
  /// - Parameter last: what the view answers with where there is none; nil: there is no view then.
  @inlinable
  func scopeRow<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>, id: ID, last: Element?
  ) -> Store<Element, ElementAction>? where Action: CasePathable {
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

  /// A view of the element of a path with an id; nil where there is none.
  @inlinable
  public func scope<Element, PathAction: StackingAction>(
    state: KeyPath<State, StackState<Element>>, action: CaseKeyPath<Action, PathAction>,
    id: StackElementID
  ) -> Store<Element, PathAction.ElementAction>?
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
