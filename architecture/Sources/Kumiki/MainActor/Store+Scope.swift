// Stores for parts. Each has no state of its own: a change through either is visible in both at once, and
// observers of each are notified once a burst. It keeps its parent's state alive. While it is retained, the same
// paths return the same store.

extension Store {
  /// A store for a part of this store's state. Its actions are sent as this store's.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    .over(base.scope(state: state, action: action))
  }

  /// A store for an optional part; nil while the part is null.
  ///
  /// If the part becomes null while the store is retained, the store returns the last value and `hasState` is
  /// false. It refers to a place: when the place has a value again, the store is valid again. Its actions
  /// reach the reducer all the same.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    base.scope(state: state, action: action).map { .over($0) }
  }

  /// A store for what a slot presents; nil while it presents nothing.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    base.scope(state: state, action: action).map { .over($0) }
  }

  /// A store for a part that sends this store's own actions: `action: \.self`.
  @inlinable
  public func scope<ChildState>(
    state: KeyPath<State, ChildState>, action: WholeKeyPath<Action>
  ) -> Store<ChildState, Action> {
    .over(base.scope(state: state, action: action))
  }

  /// A store for an optional part that sends this store's own actions; nil while the part is null.
  @inlinable
  public func scope<ChildState>(
    state: KeyPath<State, ChildState?>, action: WholeKeyPath<Action>
  ) -> Store<ChildState, Action>? {
    base.scope(state: state, action: action).map { .over($0) }
  }

  /// A store by functions; a new one each time.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChild: @escaping (State) -> ChildState, action embed: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    .over(base.scope(state: toChild, action: embed))
  }

  /// A store for what a slot presents, by the slot itself: `\.$destination`; nil while it presents nothing.
  @inlinable
  public func scope<Presented, SlotAction: PresentingAction>(
    state: KeyPath<State, PresentationState<Presented>>, action: CaseKeyPath<Action, SlotAction>
  ) -> Store<Presented, SlotAction.Presented>? where Action: CasePathable {
    base.scope(state: state, action: action).map { .over($0) }
  }

  /// A store for the payload of a case; nil while the state is in another.
  @_disfavoredOverload  // A case may be a property too, where the enum says so.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    base.scope(state: state, action: action).map { .over($0) }
  }

  /// The store of the current case, for a view that switches over the state. If the state is in another case
  /// it is nil, and the issue `wrong-case`.
  public func caseLet<ChildState, ChildAction>(
    _ state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    base.caseLet(state, action: action).map { .over($0) }
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
  ) -> Store<Element, ElementAction>? where Action: CasePathable {
    base.scope(state: state, action: action, id: id).map { .over($0) }
  }

  /// A store for the element of a path with an id; nil if there is none.
  @inlinable
  public func scope<Element, PathAction: StackingAction>(
    state: KeyPath<State, StackState<Element>>, action: CaseKeyPath<Action, PathAction>,
    id: StackElementID
  ) -> Store<Element, PathAction.ElementAction>?
  where Action: CasePathable, PathAction.State == Element {
    base.scope(state: state, action: action, id: id).map { .over($0) }
  }

  /// The stores of rows, to draw each row from its own store.
  ///
  ///     for row in store.scope(state: \.todos, action: \.todos) { draw(row) }
  @inlinable
  public func scope<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> RowStores<ID, Element, ElementAction> where Action: CasePathable {
    let base = base
    return RowStores(base.state[keyPath: state]) { id, row in
      .over(base.scopeRow(state: state, action: action, id: id, last: row)!)
    }
  }
}
