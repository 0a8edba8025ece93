/// A reducer behind a closure, for trees whose shape is known only at run time.
///
/// The closure is made in an `@inlinable` initializer, so it is specialized where the concrete
/// reducer is known; calling it costs one indirect call.
public struct AnyReducer<State, Action>: Reducer {
  public typealias Body = Never

  @usableFromInline let step: (inout State, Action) -> Effect<Action>

  @inlinable
  public init(_ step: @escaping (inout State, Action) -> Effect<Action>) { self.step = step }

  @inlinable
  public init<R: Reducer<State, Action>>(_ reducer: R) { self.step = reducer.makeStep() }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    step(&state, action)
  }
}
