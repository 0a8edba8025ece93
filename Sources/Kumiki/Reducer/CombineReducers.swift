/// Groups reducers so that a modifier applies to all of them at once.
///
///     CombineReducers {
///       Reduce { … }
///       Logging()
///     }
///     .ifLet(\.child, action: \.child) { Child() }
public struct CombineReducers<State, Action, Members: Reducer>: ReducerOperator
where Members.State == State, Members.Action == Action {
  @usableFromInline let members: Members

  /// The members run in order, for each action.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ members: () -> Members) { self.members = members() }

  @inlinable @inline(__always)
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    members._step(into: &state, action: action, in: context)
  }
}
