/// A reducer written as a closure.
///
///     Reduce { state, action in
///       switch action {
///       case .increment: state.count += 1
///       }
///       return .none
///     }
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let step: (inout State, Action) -> Effect<Action>

  /// A reducer of a function, which changes the state and returns what is to be done. It runs on
  /// the thread of the store's loop.
  @inlinable
  public init(_ step: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.step = step
  }

  /// A reducer as a value of a type that shows neither its name nor its body.
  @inlinable
  public init<R: Reducer<State, Action>>(_ reducer: R) {
    let reducer = AnyReducer(reducer)
    self.step = { reducer.reduce(into: &$0, action: $1) }
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    step(&state, action)
  }
}

extension Reducer {
  /// `Reduce` as the `body` of a feature means it: of the feature's own state and actions.
  ///
  /// Without it the compiler learns what `Reduce { … }` reduces from the whole chain of operators on it, and
  /// tries the overloads of each operator with those of every other one: the time doubles with each operator.
  /// A reducer of another state, written in place inside a `body`, is `Kumiki.Reduce`.
  public typealias Reduce<ReducedState, ReducedAction> = Kumiki.Reduce<ReducedState, ReducedAction>
  where ReducedState == State, ReducedAction == Action
}
