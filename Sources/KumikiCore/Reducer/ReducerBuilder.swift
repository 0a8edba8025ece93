/// Composes the reducers of a `body`: listed reducers run from first to last, effects are merged.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// An operator of the engine, unchanged.
  @inlinable
  public static func buildExpression<R: Reducer>(_ reducer: R) -> R
  where R.State == State, R.Action == Action, R.Body == Never { reducer }

  /// A feature. Its body is made once.
  @inlinable
  public static func buildExpression<R: Reducer>(_ reducer: R) -> BodyReducer<R>
  where
    R.State == State, R.Action == Action, R.Body: Reducer, R.Body.State == State,
    R.Body.Action == Action
  { BodyReducer(reducer) }

  /// An existential or an unconstrained generic reducer: whether it has a body is known only at run time.
  @inlinable @_disfavoredOverload
  public static func buildExpression<R: Reducer>(_ reducer: R) -> AnyReducer<State, Action>
  where R.State == State, R.Action == Action { AnyReducer(reducer) }

  /// A reducer of unknown type.
  @inlinable @_disfavoredOverload
  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> AnyReducer<
    State, Action
  > { AnyReducer(reducer) }

  /// A body without reducers.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// The first reducer.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// The next reducer, after those before it.
  @inlinable
  public static func buildPartialBlock<First: Reducer<State, Action>, Next: Reducer<State, Action>>(
    accumulated: First, next: Next
  ) -> SequenceReducer<First, Next> { SequenceReducer(accumulated, next) }

  /// `if` without `else`.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> OptionalReducer<R> {
    OptionalReducer(reducer)
  }

  /// The `if` branch.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> EitherReducer<First, Second> { .first(first) }

  /// The `else` branch.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> EitherReducer<First, Second> { .second(second) }

  /// `for`: the reducer of each iteration, in order.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ArrayReducer<R> {
    ArrayReducer(reducers)
  }

  /// The `if #available` branch.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }

  /// The whole body.
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}
