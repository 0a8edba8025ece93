// `scope` without the label `state:`: `store.scope(\.child, action: \.child)`. Each function works
// like the function with the label.

extension Store {
  /// A store for a part of this store's state. Its actions are sent to this store.
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    scope(state: state, action: action)
  }

  /// A store for an optional part; nil while the part is null.
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: state, action: action)
  }

  /// A store for the feature presented in a slot; nil while nothing is presented.
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: state, action: action)
  }

  /// A store for the feature presented in a slot, given as the slot itself: `\.$destination`; nil while
  /// nothing is presented.
  @inlinable
  public func scope<Presented, SlotAction: PresentingAction>(
    _ state: KeyPath<State, PresentationState<Presented>>, action: CaseKeyPath<Action, SlotAction>
  ) -> Store<Presented, SlotAction.Presented>? where Action: CasePathable {
    scope(state: state, action: action)
  }

  /// A store for the payload of a case; nil while the state is in another case.
  @_disfavoredOverload  // With `@dynamicMemberLookup` a case is a property too.
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    scope(state: state, action: action)
  }

  /// A store for a part that sends this store's own actions: `action: \.self`.
  @inlinable
  public func scope<ChildState>(
    _ state: KeyPath<State, ChildState>, action: WholeKeyPath<Action>
  ) -> Store<ChildState, Action> {
    scope(state: state, action: action)
  }

  /// A store for an optional part that sends this store's own actions; nil while the part is null.
  @inlinable
  public func scope<ChildState>(
    _ state: KeyPath<State, ChildState?>, action: WholeKeyPath<Action>
  ) -> Store<ChildState, Action>? {
    scope(state: state, action: action)
  }

  /// A store for the row with an id, wherever it moves; nil if the row does not exist.
  @inlinable
  public func scope<ID, Element, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>, id: ID
  ) -> Store<Element, ElementAction>? where Action: CasePathable {
    scope(state: state, action: action, id: id)
  }

  /// A store for the element of a path with an id; nil if the element does not exist.
  @inlinable
  public func scope<Element, PathAction: StackingAction>(
    _ state: KeyPath<State, StackState<Element>>, action: CaseKeyPath<Action, PathAction>,
    id: StackElementID
  ) -> Store<Element, PathAction.ElementAction>?
  where Action: CasePathable, PathAction.State == Element {
    scope(state: state, action: action, id: id)
  }

  /// The stores of rows, to draw each row from its own store.
  @inlinable
  public func scope<ID, Element, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> RowStores<ID, Element, ElementAction> where Action: CasePathable {
    scope(state: state, action: action)
  }
}
