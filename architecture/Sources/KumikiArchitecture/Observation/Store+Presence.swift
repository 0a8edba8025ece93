public import Kumiki

// Stores of parts that may be missing, with tracking. A reader is notified when the part appears or
// disappears, but not of changes inside it, which its own store reports. Otherwise these are the functions
// of the same names of any store.

extension Store where State: ObservableState {
  /// A view of an optional part; nil while it is null.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    note(state) { $0[keyPath: state] != nil }
    return self.Kumiki::scope(state: state, action: action)
  }

  /// A view of the state presented in a slot; nil while nothing is presented.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    note(state) { $0[keyPath: state] != nil }
    return self.Kumiki::scope(state: state, action: action)
  }

  /// A view of the state presented in a slot, by the slot itself: `\.$destination`; nil while nothing is
  /// presented.
  public func scope<Presented, SlotAction: PresentingAction>(
    state: KeyPath<State, PresentationState<Presented>>, action: CaseKeyPath<Action, SlotAction>
  ) -> Store<Presented, SlotAction.Presented>? where Action: CasePathable {
    note(state) { $0[keyPath: state].wrappedValue != nil }
    return self.Kumiki::scope(state: state, action: action)
  }

  /// A view of the payload of one case; nil while the state is in another.
  @_disfavoredOverload  // Like the function of any store.
  public func scope<ChildState, ChildAction>(
    state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    note(state) { $0.is(state) }
    return self.Kumiki::scope(state: state, action: action)
  }

  /// A view of the row with an id, wherever it moves; nil if there is none.
  public func scope<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>, id: ID
  ) -> Store<Element, ElementAction>? where Action: CasePathable {
    note([AnyHashable(state), AnyHashable(id)]) { $0[keyPath: state].contains(id: id) }
    return self.Kumiki::scope(state: state, action: action, id: id)
  }

  /// A view of the element of a navigation path with an id; nil if there is none.
  public func scope<Element, PathAction: StackingAction>(
    state: KeyPath<State, StackState<Element>>, action: CaseKeyPath<Action, PathAction>,
    id: StackElementID
  ) -> Store<Element, PathAction.ElementAction>?
  where Action: CasePathable, PathAction.State == Element {
    note([AnyHashable(state), AnyHashable(id)]) { $0[keyPath: state][id: id] != nil }
    return self.Kumiki::scope(state: state, action: action, id: id)
  }

  /// The stores of all rows, to draw each separately. A reader is notified when rows come, go or move.
  public func scope<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> RowStores<ID, Element, ElementAction> where Action: CasePathable {
    note(state) { $0[keyPath: state].ids }
    return self.Kumiki::scope(state: state, action: action)
  }
}
