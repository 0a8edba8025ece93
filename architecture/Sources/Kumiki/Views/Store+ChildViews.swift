// Observers that receive the scoped store of the part to show. A retained store returns the last value after
// its part is gone, so that a closing window can still draw itself.

extension Store where Action: CasePathable {
  /// Calls `then` with a store for an optional part when it appears, and `else` when it disappears; one
  /// of them immediately. If another value replaces it, only the new store's own observers are notified.
  public func ifLet<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>,
    then: @escaping (Store<ChildState, ChildAction>) -> Void,
    else otherwise: @escaping () -> Void = {}
  ) -> Subscription {
    observeOptional(
      { $0[keyPath: state] }, { [self] in scope(state: state, action: action) }, then, otherwise)
  }

  /// Calls `then` with a store for the presented feature when a slot presents one, and `else` when it
  /// presents none; one of them immediately. If another presentation replaces it, only the new store's own
  /// observers are notified.
  public func ifLet<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    then: @escaping (Store<ChildState, ChildAction>) -> Void,
    else otherwise: @escaping () -> Void = {}
  ) -> Subscription {
    observeOptional(
      { $0[keyPath: state] }, { [self] in scope(state: state, action: action) }, then, otherwise)
  }

  private func observeOptional<ChildState, ChildAction>(
    _ part: @escaping (State) -> ChildState?,
    _ child: @escaping () -> Store<ChildState, ChildAction>?,
    _ then: @escaping (Store<ChildState, ChildAction>) -> Void, _ otherwise: @escaping () -> Void
  ) -> Subscription {
    observePresence(of: part) { isPresent in
      if isPresent, let child = child() {
        then(child)
      } else {
        otherwise()
      }
    }
  }

  /// Calls `present` with a store for the feature presented in a slot, immediately and for each new
  /// presentation, and `dismiss` when it is dismissed. Changes inside the feature notify only that
  /// store's own observers.
  public func observePresentation<Presented, SlotAction: PresentingAction>(
    state: KeyPath<State, PresentationState<Presented>>, action: CaseKeyPath<Action, SlotAction>,
    present: @escaping (_ id: PresentationID, Store<Presented, SlotAction.Presented>) -> Void,
    dismiss: @escaping (_ id: PresentationID) -> Void
  ) -> Subscription {
    observePresentation({ $0[keyPath: state] }) { [self] id, _ in
      if let child = scope(state: state, action: action) { present(id, child) }
    } dismiss: {
      dismiss($0)
    }
  }

  /// Calls `handler` with a store for each row, in order: now, and when a row is added, removed or moved.
  /// While the store of a row is retained, the row keeps that store.
  ///
  /// - Complexity: O(*n*) in the rows at each call of `handler`.
  public func forEach<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    onChange handler: @escaping ([Store<Element, ElementAction>]) -> Void
  ) -> Subscription {
    observeIDs(of: { $0[keyPath: state] }) { [self] ids in
      handler(ids.compactMap { scope(state: state, action: action, id: $0) })
    }
  }

  /// Calls `handler` with a store for each element of a path, the root's first: now, and when an element is
  /// added, removed or moved.
  public func forEach<Element, PathAction: StackingAction>(
    state: KeyPath<State, StackState<Element>>, action: CaseKeyPath<Action, PathAction>,
    onChange handler: @escaping ([Store<Element, PathAction.ElementAction>]) -> Void
  ) -> Subscription where PathAction.State == Element {
    observeIDs(of: { $0[keyPath: state] }) { [self] ids in
      handler(ids.compactMap { scope(state: state, action: action, id: $0) })
    }
  }
}
