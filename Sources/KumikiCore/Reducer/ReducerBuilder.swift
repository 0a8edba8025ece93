/// Composes the reducers of a `body`: the listed reducers run from first to last, and their effects are merged.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// Returns an operator of the engine unchanged.
  @inlinable
  public static func buildExpression<R: Reducer>(_ reducer: R) -> R
  where R.State == State, R.Action == Action, R.Body == Never { reducer }

  /// Wraps a feature, so that its body is created once.
  @inlinable
  public static func buildExpression<R: Reducer>(_ reducer: R) -> BodyReducer<R>
  where
    R.State == State, R.Action == Action, R.Body: Reducer, R.Body.State == State,
    R.Body.Action == Action
  { BodyReducer(reducer) }

  /// Erases an existential or an unconstrained generic reducer, because only the run time knows whether it has a body.
  @inlinable @_disfavoredOverload
  public static func buildExpression<R: Reducer>(_ reducer: R) -> AnyReducer<State, Action>
  where R.State == State, R.Action == Action { AnyReducer(reducer) }

  /// Erases a reducer of unknown type.
  @inlinable @_disfavoredOverload
  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> AnyReducer<
    State, Action
  > { AnyReducer(reducer) }

  /// Returns the reducer for a body without reducers.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// Returns the first reducer.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// Adds the next reducer after the previous ones.
  @inlinable
  public static func buildPartialBlock<First: Reducer<State, Action>, Next: Reducer<State, Action>>(
    accumulated: First, next: Next
  ) -> SequenceReducer<First, Next> { SequenceReducer(accumulated, next) }

  /// Returns the reducer for an `if` without `else`.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> OptionalReducer<R> {
    OptionalReducer(reducer)
  }

  /// Returns the reducer for the `if` branch.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> EitherReducer<First, Second> { .first(first) }

  /// Returns the reducer for the `else` branch.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> EitherReducer<First, Second> { .second(second) }

  /// Returns the reducer for a `for` loop: the reducer of each iteration, in order.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ArrayReducer<R> {
    ArrayReducer(reducers)
  }

  /// Returns the reducer for the `if #available` branch.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }

  /// Returns the whole body.
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}
