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

  /// Creates a reducer from a function that changes the state and returns an effect. The function runs on the thread of
  /// the store's loop.
  @inlinable
  public init(_ step: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.step = step
  }

  /// Creates a reducer that runs another reducer and hides its type.
  // Not generic: beside a generic initializer, the compiler would report a mistake in the closure of the other
  // initializer as an ambiguity.
  @inlinable
  public init(_ reducer: any Reducer<State, Action>) {
    let reducer = AnyReducer(reducer)
    self.step = { reducer.reduce(into: &$0, action: $1) }
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    step(&state, action)
  }
}

extension Reducer {
  /// `Reduce` inside a feature, with the feature's own state and actions.
  ///
  /// Without this alias, the compiler infers the types of `Reduce { … }` from the whole chain of its operators. It
  /// tries each operator's overloads with the overloads of all other operators, so each operator doubles the time. For
  /// a reducer of another state inside a `body`, write `Kumiki.Reduce`.
  public typealias Reduce<ReducedState, ReducedAction> =
    KumikiCore.Reduce<ReducedState, ReducedAction>
  where ReducedState == State, ReducedAction == Action
}
