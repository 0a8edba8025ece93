/// A group of reducers. A modifier of the group applies to all of them at once.
///
///     CombineReducers {
///       Reduce { … }
///       Logging()
///     }
///     .ifLet(\.child, action: \.child) { Child() }
public struct CombineReducers<State, Action, Members: Reducer>: ReducerOperator
where Members.State == State, Members.Action == Action {
  @usableFromInline let members: Members

  /// Creates a group that runs the members in order, for each action.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ members: () -> Members) { self.members = members() }

  @inlinable @inline(__always)
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    members._step(into: &state, action: action, in: context)
  }

  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    members._follow(&state, in: context)
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Members._mayFollow(&asked)
  }
}

extension Reducer {
  /// `CombineReducers` inside a feature, with the feature's own state and actions, for the same reason as ``Reduce``.
  /// For another state, write `Kumiki.CombineReducers`.
  public typealias CombineReducers<CombinedState, CombinedAction, Members: Reducer> =
    KumikiCore.CombineReducers<CombinedState, CombinedAction, Members>
  where
    CombinedState == State, CombinedAction == Action, Members.State == State,
    Members.Action == Action
}
