public import Kumiki

// Scoped stores of parts that may be missing, with tracking. A reader is notified when the part appears or
// disappears, but not of changes inside the part, which the part's own store reports. Otherwise these
// functions work like the functions of the same names in every store.

extension Store where State: ObservableState {
  /// A store for an optional part; nil while the part is null.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    note(state) { $0[keyPath: state] != nil }
    return self.Kumiki::scope(state: state, action: action)
  }

  /// A store for the feature presented in a slot; nil while nothing is presented.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    note(state) { $0[keyPath: state] != nil }
    return self.Kumiki::scope(state: state, action: action)
  }

  /// A store for the feature presented in a slot, given as the slot itself: `\.$destination`; nil while
  /// nothing is presented.
  public func scope<Presented, SlotAction: PresentingAction>(
    state: KeyPath<State, PresentationState<Presented>>, action: CaseKeyPath<Action, SlotAction>
  ) -> Store<Presented, SlotAction.Presented>? where Action: CasePathable {
    note(state) { $0[keyPath: state].wrappedValue != nil }
    return self.Kumiki::scope(state: state, action: action)
  }

  /// A store for the payload of one case; nil while the state is in another case.
  @_disfavoredOverload  // Like the function of any store.
  public func scope<ChildState, ChildAction>(
    state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    note(state) { $0.is(state) }
    return self.Kumiki::scope(state: state, action: action)
  }

  /// A store for the row with an id, wherever it moves; nil if the row does not exist.
  public func scope<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>, id: ID
  ) -> Store<Element, ElementAction>? where Action: CasePathable {
    note([AnyHashable(state), AnyHashable(id)]) { $0[keyPath: state].contains(id: id) }
    return self.Kumiki::scope(state: state, action: action, id: id)
  }

  /// A store for the element of a navigation path with an id; nil if the element does not exist.
  public func scope<Element, PathAction: StackingAction>(
    state: KeyPath<State, StackState<Element>>, action: CaseKeyPath<Action, PathAction>,
    id: StackElementID
  ) -> Store<Element, PathAction.ElementAction>?
  where Action: CasePathable, PathAction.State == Element {
    note([AnyHashable(state), AnyHashable(id)]) { $0[keyPath: state][id: id] != nil }
    return self.Kumiki::scope(state: state, action: action, id: id)
  }

  /// The stores of all rows, to draw each separately. A reader is notified when rows are inserted,
  /// removed or moved.
  public func scope<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> RowStores<ID, Element, ElementAction> where Action: CasePathable {
    note(state) { $0[keyPath: state].ids }
    return self.Kumiki::scope(state: state, action: action)
  }
}
