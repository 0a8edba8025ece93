extension Reducer {
  /// Embeds a feature that this feature presents.
  ///
  ///     Reduce { state, action in … }
  ///       .ifLet(\.$destination, action: \.destination) { Destination() }
  ///
  /// The child runs first, then this reducer. `dismiss` makes the slot null after this reducer has received the action.
  /// When the presentation ends, for any reason, the child's effects and the effects of everything presented inside it
  /// are cancelled. An effect of the child can end the presentation with `dismiss()`.
  @inlinable @inline(__always)
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ slot: @autoclosure @escaping () -> WritableKeyPath<State, PresentationState<ChildState>>,
    action casePath: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<
    Self, SlotOptic<State, ChildState>,
    PresentationActionOptic<Action, ChildState, ChildAction>,
    Child
  > where Action: CasePathable {
    PresentationReducer(
      self, SlotOptic(slot), PresentationActionOptic(CasePath(casePath)),
      child(), policy: .modern,
      label: OperatorLabel("ifLet", at: Site(fileID, line)))
  }

  /// Embeds a feature that this feature presents, in the legacy dialect: views can present by an action.
  ///
  /// The differences from ``ifLet(_:action:destination:fileID:line:)``: `present` puts its state into the slot before
  /// this reducer runs; an alert's own action dismisses the alert before this reducer runs; an action for a feature
  /// that is not presented does not reach this reducer; and `dismiss` makes the slot null even if this reducer
  /// presented something else.
  @inlinable @inline(__always)
  public func presentationDestination<
    ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>
  >(
    _ slot: @autoclosure @escaping () -> WritableKeyPath<State, PresentationState<ChildState>>,
    action casePath: CaseKeyPath<Action, DestinationAction<ChildState, ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<
    Self, SlotOptic<State, ChildState>,
    DestinationActionOptic<Action, ChildState, ChildAction>,
    Child
  > where Action: CasePathable {
    PresentationReducer(
      self, SlotOptic(slot), DestinationActionOptic(CasePath(casePath)),
      child(), policy: .legacy,
      label: OperatorLabel("presentationDestination", at: Site(fileID, line)))
  }
}
