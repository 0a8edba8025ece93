extension Scope {
  /// A child on a property of the state, for the actions of a case.
  @_disfavoredOverload
  public convenience init<State, Action, ChildState, ChildAction>(
    state keyPath: WritableKeyPath<State, ChildState>, action path: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where
    Part == PropertyOptic<State, ChildState>, Branch == CasePath<Action, ChildAction>
  {
    self.init(
      PropertyOptic(keyPath), path, child(), label: OperatorLabel("Scope", at: Site(fileID, line)))
  }

  /// A child on a case of an enum state, for the actions of a case.
  @_disfavoredOverload
  public convenience init<State, Action, ChildState, ChildAction>(
    state statePath: CasePath<State, ChildState>, action path: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where
    Part == CaseOptic<State, ChildState>, Branch == CasePath<Action, ChildAction>
  {
    let site = Site(fileID, line)
    self.init(
      CaseOptic(statePath, at: site), path, child(), label: OperatorLabel("Scope", at: site))
  }
}

extension BindingReducer {
  /// For actions with one bindable case, such as the actions of a view.
  @_disfavoredOverload
  public init(action path: CasePath<Action, Bound>) {
    self.init { path.extract(from: $0)?.binding }
  }
}
