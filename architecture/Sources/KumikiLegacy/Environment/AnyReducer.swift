/// A reducer that receives its dependencies as an environment, like reducers before 2023.
///
///     let appReducer = AnyReducer<AppState, AppAction, AppEnvironment>.combine(
///       counterReducer.pullback(
///         state: \.counter, action: /AppAction.counter, environment: { $0.counter }),
///       AnyReducer { state, action, environment in … }
///     )
///
/// Programs that call it `Reducer` declare the name in their own module: `typealias Reducer = AnyReducer`.
/// These reducers have the same operators as all others, with an environment.
///
/// It is `Sendable`, because such reducers are globals. As in those versions, no check is made that the
/// values captured by its functions may be used on the threads of several stores.
public struct AnyReducer<State, Action, Environment>: @unchecked Sendable {
  let make: (Environment) -> Kumiki.AnyReducer<State, Action>

  private init(make: @escaping (Environment) -> Kumiki.AnyReducer<State, Action>) {
    self.make = make
  }

  /// A reducer built from an environment.
  public init<R: Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ build: @escaping (_ environment: Environment) -> R
  ) {
    self.init(make: { Kumiki.AnyReducer(build($0)) })
  }

  /// A reducer from a function.
  public init(
    _ step:
      @escaping (
        _ state: inout State, _ action: Action, _ environment: Environment
      ) -> Effect<Action>
  ) {
    self.init(make: { environment in
      Kumiki.AnyReducer { state, action in step(&state, action, environment) }
    })
  }

  /// A reducer that does nothing.
  public static var empty: Self { Self { _ in EmptyReducer() } }

  /// Runs the step and returns its effects. Inside another reducer's step, it is a part of that step.
  public func run(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) -> Effect<Action> {
    make(environment).reduce(into: &state, action: action)
  }

  /// Runs the step.
  public func callAsFunction(
    _ state: inout State, _ action: Action, _ environment: Environment
  ) -> Effect<Action> {
    run(&state, action, environment)
  }
}

extension Reduce {
  /// A reducer with its environment, for use among reducers without one.
  public init<Environment>(
    _ reducer: KumikiLegacy.AnyReducer<State, Action, Environment>, environment: Environment
  ) {
    self.init(reducer.make(environment))
  }
}
