/// Chooses a reducer for each action by the state as it is then.
///
///     ReducerReader { state, _ in
///       switch state {
///       case .loggedOut: Scope(state: \.loggedOut, action: \.loggedOut) { LoggedOut() }
///       case .loggedIn: Scope(state: \.loggedIn, action: \.loggedIn) { LoggedIn() }
///       }
///     }
///
/// The closure runs once for every action, with the state that the members listed before left; what it
/// builds is then run once. An action that no branch reads is ignored without an issue. Dependencies
/// that it attaches hold for that step and for the effects of it.
public struct ReducerReader<State, Action, Built: Reducer>: ReducerOperator
where Built.State == State, Built.Action == Action {
  @usableFromInline let build: (State, Action) -> Built

  /// A reducer that is made of the state and the action that it is about to handle.
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
