/// A reducer whose body is created once, when the first action reaches it, and then kept.
///
/// Creating a body builds key paths, closures and child reducers, which costs far more than a step. Because the body is
/// created at the first action and not immediately, a feature can contain itself: each level of a recursion is built
/// when an action first reaches that depth.
public final class BodyReducer<Base: Reducer>: ReducerOperator, ErasureKeeping {
  // The closure hides the type of the body. If the type of the body were part of this type, through a stored property
  // or a constraint, the type of a recursive feature would contain itself.
  @usableFromInline let make: () -> ErasedReducer
  @usableFromInline let kept = OnceReference<ErasedReducer>()

  /// Creates a reducer that runs a feature's body, which is created when the first action reaches it.
  @inlinable
  public init(_ base: Base)
  where Base.Body: Reducer, Base.Body.State == Base.State, Base.Body.Action == Base.Action {
    make = { HeldReducer(base.body) }
  }

  /// Does the same for code that does not know the body's type.
  @usableFromInline
  init(unknown base: Base) {
    make = {
      guard let body = base.body as? any Reducer<Base.State, Base.Action> else {
        preconditionFailure("the body of \(Base.self) is not a reducer of its state and action")
      }
      return ErasedReducer.keeping(body)
    }
  }

  @inlinable @inline(__always)
  public func _step(
    into state: inout Base.State, action: Base.Action, in context: StepContext
  ) -> Effect<Base.Action> {
    kept(make).with { $0.step(into: &state, action: action, in: context) }
  }

  @inlinable
  public func _follow(
    _ state: inout Base.State, in context: StepContext
  ) -> Effect<Base.Action> {
    kept(make).with { $0.follow(&state, in: context) }
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Base._mayFollow(&asked)
  }

  @usableFromInline
  package var erased: ErasedReducer { kept(make).object }
}
