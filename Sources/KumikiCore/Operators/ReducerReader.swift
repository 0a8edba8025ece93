/// Chooses a reducer for each action by the current state.
///
///     ReducerReader { state, _ in
///       switch state {
///       case .loggedOut: Scope(state: \.loggedOut, action: \.loggedOut) { LoggedOut() }
///       case .loggedIn: Scope(state: \.loggedIn, action: \.loggedIn) { LoggedIn() }
///       }
///     }
///
/// The closure runs once for every action, with the state that the reducers listed before it left; the
/// reducer it builds runs once. An action that no branch handles is ignored without an issue. Dependencies
/// that it attaches apply to that step and its effects.
public struct ReducerReader<State, Action, Built: Reducer>: ReducerOperator
where Built.State == State, Built.Action == Action {
  @usableFromInline let build: (State, Action) -> Built

  /// Makes a reader from a closure that builds a reducer for the state and the action to be handled.
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
}
