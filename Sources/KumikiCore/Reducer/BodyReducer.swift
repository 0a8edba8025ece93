/// A reducer whose body is made once, when the first action reaches it, and then kept.
///
/// Making a body builds key paths, closures and child reducers, which costs far more than a step.
/// Because it is made at the first action and not at once, a feature can contain itself: each level
/// of a recursion is built when an action first goes that deep.
public final class BodyReducer<Base: Reducer>: ReducerOperator, ErasureKeeping {
  // The closure hides the type of the body. As a part of this type, by a stored property or a constraint,
  // it would make the type of a recursive feature contain itself.
  @usableFromInline let make: () -> ErasedReducer
  @usableFromInline let kept = OnceReference<ErasedReducer>()

  /// Runs a feature's body, which is made when the first action reaches it.
  @inlinable
  public init(_ base: Base)
  where Base.Body: Reducer, Base.Body.State == Base.State, Base.Body.Action == Base.Action {
    make = { HeldReducer(base.body) }
  }

  /// Same, for code that does not know the body's type.
  @usableFromInline
  init(unknown base: Base) {
    make = {
      guard let body = base.body as? any Reducer<Base.State, Base.Action> else {
        preconditionFailure("the body of \(Base.self) is no reducer of its state and action")
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
