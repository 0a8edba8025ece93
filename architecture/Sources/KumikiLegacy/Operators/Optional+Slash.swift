extension Reducer {
  /// Embeds a child feature that runs while an optional part of the state is not nil.
  @_disfavoredOverload
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ keyPath: WritableKeyPath<State, ChildState?>, action path: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> IfLetReducer<
    Self, OptionalOptic<State, ChildState>, CasePath<Action, ChildAction>,
    OptionalIdentity<State, ChildState>, Child
  > {
    IfLetReducer(
      self, OptionalOptic(keyPath), path, OptionalIdentity(keyPath), child(),
      label: OperatorLabel("ifLet", at: Site(fileID, line)))
  }

  /// Embeds an alert or dialog in an optional part of the state.
  @_disfavoredOverload
  public func ifLet<Asked: EphemeralState, AskedAction>(
    _ keyPath: WritableKeyPath<State, Asked?>, action path: CasePath<Action, AskedAction>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> IfLetReducer<
    Self, OptionalOptic<State, Asked>, CasePath<Action, AskedAction>,
    OptionalIdentity<State, Asked>, EmptyReducer<Asked, AskedAction>
  > {
    ifLet(keyPath, action: path, then: { EmptyReducer() }, fileID: fileID, line: line)
  }

  /// Embeds a child feature that runs while an enum state is in one case.
  @_disfavoredOverload
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ statePath: CasePath<State, ChildState>, action path: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> IfLetReducer<
    Self, CaseOptic<State, ChildState>, CasePath<Action, ChildAction>,
    CaseIdentity<State, ChildState>, Child
  > {
    let site = Site(fileID, line)
    return IfLetReducer(
      self, CaseOptic(statePath, at: site), path, CaseIdentity(statePath), child(),
      label: OperatorLabel("ifCaseLet", at: site))
  }
}
