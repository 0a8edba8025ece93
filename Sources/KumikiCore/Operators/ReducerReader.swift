/// Chooses a reducer for each action, depending on the current state.
///
///     ReducerReader { state, _ in
///       switch state {
///       case .loggedOut: Scope(state: \.loggedOut, action: \.loggedOut) { LoggedOut() }
///       case .loggedIn: Scope(state: \.loggedIn, action: \.loggedIn) { LoggedIn() }
///       }
///     }
///
/// The closure runs once for every action, with the state as the previous reducers in the list left it; the reducer
/// that it returns runs once. An action that no branch handles is ignored without an issue. Dependencies that the
/// returned reducer sets apply to that step and its effects.
public struct ReducerReader<State, Action, Built: Reducer>: ReducerOperator
where Built.State == State, Built.Action == Action {
  @usableFromInline let build: (State, Action) -> Built

  /// Creates a reader from a closure that returns a reducer for a state and an action.
  @inlinable
  public init(
    @ReducerBuilder<State, Action> _ build: @escaping (_ state: State, _ action: Action) -> Built
  ) { self.build = build }

  @inlinable
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    build(state, action)._step(into: &state, action: action, in: context)
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    _ = Built._mayFollow(&asked)
    return false
  }
}
