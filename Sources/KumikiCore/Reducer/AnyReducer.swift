/// A type-erased reducer, for reducer trees whose structure is known only at run time.
public struct AnyReducer<State, Action>: ReducerOperator, ErasureKeeping {
  @usableFromInline package let erased: ErasedReducer

  @usableFromInline
  init(erased: ErasedReducer) { self.erased = erased }

  /// Creates a reducer from a function.
  @inlinable
  public init(_ step: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    erased = HeldReducer(Reduce(step))
  }

  /// Erases the type of a reducer.
  @inlinable
  public init<R: Reducer<State, Action>>(_ reducer: R) { erased = .keeping(reducer) }

  /// Erases the type of a reducer without a body.
  ///
  /// - Parameter follows: whether the reducer may contain state-driven effects. A store pays for them at each step.
  @inlinable
  package init<R: ReducerOperator<State, Action>>(_ reducer: R, follows: Bool) {
    erased = HeldReducer(reducer, follows: follows)
  }

  @inlinable
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    erased.step(into: &state, action: action, in: context)
  }

  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    erased.follow(&state, in: context)
  }

  /// Returns true: only the reducer inside could tell.
  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    asked.insert(PrivateCase.unknown)
    return true
  }
}
