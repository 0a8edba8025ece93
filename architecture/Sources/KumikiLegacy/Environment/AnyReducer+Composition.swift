extension AnyReducer {
  /// Runs reducers in order on one state; their effects are merged in that order.
  public static func combine(_ reducers: Self...) -> Self { combine(reducers) }

  /// Runs reducers in order on one state; their effects are merged in that order.
  public static func combine(_ reducers: [Self]) -> Self {
    Self { environment in
      for reducer in reducers { reducer.make(environment) }
    }
  }

  /// Runs this reducer, then another one.
  public func combined(with other: Self) -> Self { .combine(self, other) }

  /// This reducer on a part of a parent's state, for the actions of a case.
  public func pullback<ParentState, ParentAction, ParentEnvironment>(
    state: WritableKeyPath<ParentState, State>, action: CasePath<ParentAction, Action>,
    environment: @escaping (_ environment: ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    AnyReducer<ParentState, ParentAction, ParentEnvironment> { parent in
      Scope(
        state: state, action: action, child: { make(environment(parent)) }, fileID: fileID,
        line: line)
    }
  }

  /// This reducer on a case of a parent's state, for the actions of a case.
  public func pullback<ParentState, ParentAction, ParentEnvironment>(
    state: CasePath<ParentState, State>, action: CasePath<ParentAction, Action>,
    environment: @escaping (_ environment: ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    AnyReducer<ParentState, ParentAction, ParentEnvironment> { parent in
      Scope(
        state: state, action: action, child: { make(environment(parent)) }, fileID: fileID,
        line: line)
    }
  }

  /// This reducer on a state that may be nil. An action while it is nil raises the issue
  /// `absent-child`.
  public func optional(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyReducer<State?, Action, Environment> {
    AnyReducer<State?, Action, Environment> { environment in
      EmptyReducer<State?, Action>().ifLet(
        \.self, action: .self, then: { make(environment) }, fileID: fileID, line: line)
    }
  }

  /// This reducer for each row of a parent's collection, for the actions of a case with an id and an action.
  public func forEach<ParentState, ParentAction, ParentEnvironment, ID: Hashable>(
    state: WritableKeyPath<ParentState, IdentifiedArray<ID, State>>,
    action: CasePath<ParentAction, (ID, Action)>,
    environment: @escaping (_ environment: ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    AnyReducer<ParentState, ParentAction, ParentEnvironment> { parent in
      EmptyReducer<ParentState, ParentAction>().forEach(
        state, action: action, element: { make(environment(parent)) }, fileID: fileID, line: line)
    }
  }
}

extension AnyReducer where Action: BindableAction, Action.State == State {
  /// Writes bound fields, and then runs this reducer.
  public func binding() -> Self {
    Self { environment in
      BindingReducer()
      make(environment)
    }
  }
}
