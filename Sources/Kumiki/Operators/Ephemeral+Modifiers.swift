// Alerts and dialogs are embedded without a reducer: nothing happens in them but that they go.

extension Reducer {
  /// Embeds an alert or dialog that this feature presents: a button's action reaches this reducer, and the
  /// alert goes with it.
  ///
  ///     Reduce { state, action in … }
  ///       .ifLet(\.$alert, action: \.alert)
  @inlinable @inline(__always)
  public func ifLet<Asked: EphemeralState, AskedAction>(
    _ slot: @autoclosure @escaping () -> WritableKeyPath<State, PresentationState<Asked>>,
    action casePath: CaseKeyPath<Action, PresentationAction<AskedAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<
    Self, SlotOptic<State, Asked>, PresentationActionOptic<Action, Asked, AskedAction>,
    TypedEphemeralRule<Asked, AskedAction>, EmptyReducer<Asked, AskedAction>
  > {
    ifLet(
      slot(), action: casePath, destination: { EmptyReducer() }, fileID: fileID, line: line)
  }

  /// Embeds an alert or dialog that this feature presents, in the legacy dialect.
  @inlinable @inline(__always)
  public func presentationDestination<Asked: EphemeralState, AskedAction>(
    _ slot: @autoclosure @escaping () -> WritableKeyPath<State, PresentationState<Asked>>,
    action casePath: CaseKeyPath<Action, DestinationAction<Asked, AskedAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<
    Self, SlotOptic<State, Asked>, DestinationActionOptic<Action, Asked, AskedAction>,
    TypedEphemeralRule<Asked, AskedAction>, EmptyReducer<Asked, AskedAction>
  > {
    presentationDestination(
      slot(), action: casePath, destination: { EmptyReducer() }, fileID: fileID, line: line)
  }

  /// Embeds an alert or dialog in an optional part of the state.
  @inlinable
  public func ifLet<Asked: EphemeralState, AskedAction>(
    _ keyPath: WritableKeyPath<State, Asked?>, action casePath: CaseKeyPath<Action, AskedAction>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> IfLetReducer<
    Self, OptionalOptic<State, Asked>, CasePath<Action, AskedAction>,
    OptionalIdentity<State, Asked>, EmptyReducer<Asked, AskedAction>
  > {
    ifLet(keyPath, action: casePath, then: { EmptyReducer() }, fileID: fileID, line: line)
  }
}
