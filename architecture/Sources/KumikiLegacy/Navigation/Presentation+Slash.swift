extension Reducer {
  /// Embeds a feature that a view presents with an action: `\.$destination, action: /Action.destination`.
  @_disfavoredOverload
  public func presentationDestination<
    ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>
  >(
    _ slot: @autoclosure @escaping () -> WritableKeyPath<State, PresentationState<ChildState>>,
    action path: CasePath<Action, DestinationAction<ChildState, ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<
    Self, SlotOptic<State, ChildState>, DestinationActionOptic<Action, ChildState, ChildAction>,
    Child
  > {
    PresentationReducer(
      self, SlotOptic(slot), DestinationActionOptic(path), child(),
      policy: .legacy, label: OperatorLabel("presentationDestination", at: Site(fileID, line)))
  }

  /// Embeds an alert or dialog that a view presents with an action.
  @_disfavoredOverload
  public func presentationDestination<Asked: EphemeralState, AskedAction>(
    _ slot: @autoclosure @escaping () -> WritableKeyPath<State, PresentationState<Asked>>,
    action path: CasePath<Action, DestinationAction<Asked, AskedAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<
    Self, SlotOptic<State, Asked>, DestinationActionOptic<Action, Asked, AskedAction>,
    EmptyReducer<Asked, AskedAction>
  > {
    presentationDestination(
      slot(), action: path, destination: { EmptyReducer() }, fileID: fileID, line: line)
  }

  /// Embeds a feature that this feature presents.
  @_disfavoredOverload
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ slot: @autoclosure @escaping () -> WritableKeyPath<State, PresentationState<ChildState>>,
    action path: CasePath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<
    Self, SlotOptic<State, ChildState>, PresentationActionOptic<Action, ChildState, ChildAction>,
    Child
  > {
    PresentationReducer(
      self, SlotOptic(slot), PresentationActionOptic(path), child(),
      policy: .modern, label: OperatorLabel("ifLet", at: Site(fileID, line)))
  }

  /// Embeds an alert or dialog that this feature presents.
  @_disfavoredOverload
  public func ifLet<Asked: EphemeralState, AskedAction>(
    _ slot: @autoclosure @escaping () -> WritableKeyPath<State, PresentationState<Asked>>,
    action path: CasePath<Action, PresentationAction<AskedAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> EphemeralReducer<Self, Asked, AskedAction> {
    EphemeralReducer(
      ifLet(slot(), action: path, destination: { EmptyReducer() }, fileID: fileID, line: line))
  }
}
