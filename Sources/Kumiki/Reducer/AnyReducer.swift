/// A reducer of a type that says nothing of what it is made of, for trees whose shape is known only at
/// run time.
public struct AnyReducer<State, Action>: ReducerOperator, ErasureKeeping {
  @usableFromInline package let erased: ErasedReducer

  @usableFromInline
  init(erased: ErasedReducer) { self.erased = erased }

  /// A reducer of a function.
  @inlinable
  public init(_ step: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    erased = HeldReducer(Reduce(step))
  }

  /// A reducer of a reducer, whose type is not seen any more.
  @inlinable
  public init<R: Reducer<State, Action>>(_ reducer: R) { erased = .keeping(reducer) }

  @inlinable
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    erased.step(into: &state, action: action, in: context)
  }
}
