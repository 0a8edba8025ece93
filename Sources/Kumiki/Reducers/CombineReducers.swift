/// Groups reducers so that a modifier applies to all of them at once.
///
///     CombineReducers {
///       Reduce { … }
///       Logging()
///     }
///     .ifLet(\.child, action: \.child) { Child() }
public struct CombineReducers<State, Action, Members: Reducer>: Reducer
where Members.State == State, Members.Action == Action {
  public typealias Body = Never

  @usableFromInline let members: Members

  @inlinable
  public init(@ReducerBuilder<State, Action> _ members: () -> Members) { self.members = members() }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    members.reduce(into: &state, action: action)
  }

  @inlinable @inline(__always)
  public func descend(
    into state: UnsafeMutablePointer<State>, action: UnsafePointer<Action>, by trail: Trail
  ) -> BareEffect {
    members.descend(into: state, action: action, by: trail)
  }
}
