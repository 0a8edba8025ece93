/// Composes the reducers of a `body`: listed reducers run from first to last, effects are merged.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  @inlinable
  public static func buildExpression<R: Reducer>(_ reducer: R) -> R
  where R.State == State, R.Action == Action, R.Body == Never { reducer }

  @inlinable
  public static func buildExpression<R: Reducer>(_ reducer: R) -> BodyReducer<R>
  where
    R.State == State, R.Action == Action, R.Body: Reducer, R.Body.State == State,
    R.Body.Action == Action
  { BodyReducer(reducer) }

  /// An existential or an unconstrained generic reducer, of which only the value itself knows whether it
  /// has a body.
  @inlinable @_disfavoredOverload
  public static func buildExpression<R: Reducer>(_ reducer: R) -> AnyReducer<State, Action>
  where R.State == State, R.Action == Action { AnyReducer(reducer) }

  @inlinable @_disfavoredOverload
  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> AnyReducer<
    State, Action
  > { AnyReducer(reducer) }

  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  @inlinable
  public static func buildPartialBlock<First: Reducer<State, Action>, Next: Reducer<State, Action>>(
    accumulated: First, next: Next
  ) -> SequenceReducer<First, Next> { SequenceReducer(accumulated, next) }

  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> OptionalReducer<R> {
    OptionalReducer(reducer)
  }

  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> EitherReducer<First, Second> { .first(first) }

  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> EitherReducer<First, Second> { .second(second) }

  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ArrayReducer<R> {
    ArrayReducer(reducers)
  }

  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }

  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}
