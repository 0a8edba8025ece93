// Scoped stores. A scoped store has no state of its own: a change through either store is visible in both
// immediately, and the observers of each are notified once per burst. It keeps its parent's state alive. While
// it is retained, the same paths return the same store.

extension Store {
  /// A store for a part of this store's state. Its actions are sent to this store.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    .over(base.scope(state: state, action: action))
  }

  /// A store for an optional part; nil while the part is null.
  ///
  /// If the part becomes null while the store is retained, the store returns the last value and `hasState` is
  /// false. The store refers to a place: when the place has a value again, the store is valid again. Its
  /// actions reach the reducer all the same.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    base.scope(state: state, action: action).map { .over($0) }
  }

  /// A store for the feature presented in a slot; nil while nothing is presented.
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

  /// A store that is scoped by functions; a new one each time.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChild: @escaping (State) -> ChildState, action embed: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    .over(base.scope(state: toChild, action: embed))
  }

  /// A store for the feature presented in a slot, given as the slot itself: `\.$destination`; nil while
  /// nothing is presented.
  @inlinable
  public func scope<Presented, SlotAction: PresentingAction>(
    state: KeyPath<State, PresentationState<Presented>>, action: CaseKeyPath<Action, SlotAction>
  ) -> Store<Presented, SlotAction.Presented>? where Action: CasePathable {
    base.scope(state: state, action: action).map { .over($0) }
  }

  /// A store for the payload of a case; nil while the state is in another case.
  @_disfavoredOverload  // With `@dynamicMemberLookup` a case is a property too.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    base.scope(state: state, action: action).map { .over($0) }
  }

  /// The store of the current case, for a view that switches over the state. If the state is in another
  /// case, this returns nil and raises the issue `wrong-case`.
  public func caseLet<ChildState, ChildAction>(
    _ state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    base.caseLet(state, action: action).map { .over($0) }
  }

  /// A store for the row with an id, wherever it moves; nil if the row does not exist.
  ///
  /// If the rows are a stored property of the state, the store is notified only of changes to its row,
  /// unless one of its observers subscribes to every burst. So a row must be a value: a change behind
  /// a class reference in the row is not noticed.
  @inlinable
  public func scope<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>, id: ID
  ) -> Store<Element, ElementAction>? where Action: CasePathable {
    base.scope(state: state, action: action, id: id).map { .over($0) }
  }

  /// A store for the element of a path with an id; nil if the element does not exist.
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
