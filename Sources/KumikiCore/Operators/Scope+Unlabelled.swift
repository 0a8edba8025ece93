// `Scope` without the label `state:`: `Scope(\.settings, action: \.settings) { Settings() }`.

extension Scope {
  /// Embeds a child on a property of the state.
  @inlinable
  public convenience init<State, Action, ChildState, ChildAction>(
    _ keyPath: WritableKeyPath<State, ChildState>,
    action casePath: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where
    Part == PropertyOptic<State, ChildState>, Branch == CasePath<Action, ChildAction>,
    Action: CasePathable
  {
    self.init(state: keyPath, action: casePath, child: child, fileID: fileID, line: line)
  }

  /// Embeds a child that receives every action: `action: \.self`.
  @inlinable
  public convenience init<State, Action, ChildState>(
    _ keyPath: WritableKeyPath<State, ChildState>, action: WholeKeyPath<Action>,
    @ReducerBuilder<ChildState, Action> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where Part == PropertyOptic<State, ChildState>, Branch == CasePath<Action, Action> {
    self.init(state: keyPath, action: action, child: child, fileID: fileID, line: line)
  }

  /// Embeds a child that receives every action on a case of an enum state.
  @inlinable
  public convenience init<State, Action, ChildState>(
    _ casePath: CaseKeyPath<State, ChildState>, action: WholeKeyPath<Action>,
    @ReducerBuilder<ChildState, Action> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where
    Part == CaseOptic<State, ChildState>, Branch == CasePath<Action, Action>, State: CasePathable
  {
    self.init(state: casePath, action: action, child: child, fileID: fileID, line: line)
  }

  /// Embeds a child on a case of an enum state.
  @inlinable
  public convenience init<State, Action, ChildState, ChildAction>(
    _ casePath: CaseKeyPath<State, ChildState>,
    action actionPath: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where
    Part == CaseOptic<State, ChildState>, Branch == CasePath<Action, ChildAction>,
    State: CasePathable, Action: CasePathable
  {
    self.init(state: casePath, action: actionPath, child: child, fileID: fileID, line: line)
  }
}
