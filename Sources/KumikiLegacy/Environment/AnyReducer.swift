/// A reducer whose dependencies are handed to it as an environment, as reducers were before 2023.
///
///     let appReducer = AnyReducer<AppState, AppAction, AppEnvironment>.combine(
///       counterReducer.pullback(
///         state: \.counter, action: /AppAction.counter, environment: { $0.counter }),
///       AnyReducer { state, action, environment in … }
///     )
///
/// Programs that call it `Reducer` say so in their own module: `typealias Reducer = AnyReducer`. What
/// combines such reducers is what combines all others, made for an environment.
///
/// It is `Sendable`, since such reducers are globals; whether what a function captures may be used by the
/// threads of several stores is not checked, as it was not then.
public struct AnyReducer<State, Action, Environment>: @unchecked Sendable {
  let make: (Environment) -> Kumiki.AnyReducer<State, Action>

  private init(make: @escaping (Environment) -> Kumiki.AnyReducer<State, Action>) {
    self.make = make
  }

  /// A reducer that is made of an environment.
  public init<R: Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ build: @escaping (_ environment: Environment) -> R
  ) {
    self.init(make: { Kumiki.AnyReducer(build($0)) })
  }

  /// A reducer of a function.
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

  /// Runs the step, and answers what is to be done. Where it is called within another reducer's step, it is
  /// a part of that.
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
  /// A reducer with its environment, beside reducers that have none.
  public init<Environment>(
    _ reducer: KumikiLegacy.AnyReducer<State, Action, Environment>, environment: Environment
  ) {
    self.init(reducer.make(environment))
  }
}
