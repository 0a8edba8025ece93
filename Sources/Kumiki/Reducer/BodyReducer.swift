/// A reducer whose body is made once, when the first action reaches it, and then kept.
///
/// Making a body builds key paths, closures and child reducers, which costs far more than a step.
/// Making it at the first action and not at once is what lets a feature contain itself: each level
/// of a recursion is built when an action first goes that deep.
public final class BodyReducer<Base: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  // The body is behind a closure. Were its type a part of this one, be it by a stored property or a
  // constraint, the type of a feature that contains itself would contain itself and have no end.
  @usableFromInline let make: () -> HeldStep
  // Held by hand: to run it must not count it. Unchecked: written once, by the thread of the store that
  // owns this tree, before it is read.
  @usableFromInline @exclusivity(unchecked) var kept: Unmanaged<HeldStep>?

  @inlinable
  public init(_ base: Base)
  where Base.Body: Reducer, Base.Body.State == Base.State, Base.Body.Action == Base.Action {
    make = { HeldReducer(base.body) }
  }

  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let kept = kept ?? keep()
    return kept._withUnsafeGuaranteedRef { $0.reduce(&state, action) }
  }

  @inlinable @inline(__always)
  public func descend(
    into state: UnsafeMutablePointer<State>, action: UnsafePointer<Action>, by trail: Trail
  ) -> BareEffect {
    let kept = kept ?? keep()
    return kept._withUnsafeGuaranteedRef { $0.run($0, state, action, trail) }
  }

  @inlinable @inline(__always)
  public var heldStep: Unmanaged<HeldStep>? { kept ?? keep() }

  /// The body's own step, made now: what a store runs, of which this is the whole tree.
  @inlinable
  public func makeHeldStep() -> HeldStep { (kept ?? keep()).takeUnretainedValue() }

  @usableFromInline @inline(never)
  func keep() -> Unmanaged<HeldStep> {
    let made = Unmanaged.passRetained(make())
    kept = made
    return made
  }

  deinit { kept?.release() }
}
