/// A reducer whose body is made once, when the first action reaches it, and then kept.
///
/// Making a body builds key paths, closures and child reducers, which costs far more than a step.
/// Making it at the first action and not at once is what lets a feature contain itself: each level
/// of a recursion is built when an action first goes that deep.
public final class BodyReducer<Base: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never
  @usableFromInline typealias Step = (inout Base.State, Base.Action) -> Effect<Base.Action>

  // The body is behind a closure. Were its type a part of this one, be it by a stored property or a
  // constraint, the type of a feature that contains itself would contain itself and have no end.
  @usableFromInline let make: () -> Step
  // Held by hand: to run it must not count it. Unchecked: written once, by the thread of the store that
  // owns this tree, before it is read.
  @usableFromInline @exclusivity(unchecked) var kept: Unmanaged<KeptStep<State, Action>>?

  @inlinable
  public init(_ base: Base)
  where Base.Body: Reducer, Base.Body.State == Base.State, Base.Body.Action == Base.Action {
    make = { HeldReducer(base.body).step }
  }

  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let kept = kept ?? keep()
    return kept._withUnsafeGuaranteedRef { $0.step(&state, action) }
  }

  /// The body's own step, made now: what a store runs, of which this is the whole tree.
  @inlinable
  public func makeStep() -> (inout State, Action) -> Effect<Action> {
    // Not by a generic call, which would hand the closure out wrapped.
    (kept ?? keep()).takeUnretainedValue().step
  }

  @usableFromInline @inline(never)
  func keep() -> Unmanaged<KeptStep<State, Action>> {
    let made = Unmanaged.passRetained(KeptStep(make()))
    kept = made
    return made
  }

  deinit { kept?.release() }
}

/// A reducer's step behind one reference.
@usableFromInline
final class KeptStep<State, Action> {
  @usableFromInline let step: (inout State, Action) -> Effect<Action>

  @usableFromInline
  init(_ step: @escaping (inout State, Action) -> Effect<Action>) { self.step = step }
}

/// A reducer as one reference: a step that captures that and no more is called without a frame of its
/// own, in which the parts would be unpacked.
@usableFromInline
final class HeldReducer<Base: Reducer> {
  @usableFromInline let base: Base

  @inlinable
  init(_ base: Base) { self.base = base }

  @inlinable
  var step: (inout Base.State, Base.Action) -> Effect<Base.Action> {
    { self.base.reduce(into: &$0, action: $1) }
  }
}
