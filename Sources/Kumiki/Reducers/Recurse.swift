/// A reducer that contains itself.
///
///     Recurse { nested in
///       Reduce { state, action in … }
///         .ifLet(\.child, action: \.child) { nested }
///     }
///
/// A feature that names itself in its own `body` needs no `Recurse`: its bodies are built level by
/// level, when an action first goes that deep. Here one reducer serves all levels.
public struct Recurse<State, Action>: Reducer {
  public typealias Body = Never

  @usableFromInline let nested: NestedReducer<State, Action>

  @inlinable
  public init<Base: Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ base:
      @escaping (_ nested: NestedReducer<State, Action>) -> Base
  ) {
    nested = NestedReducer { own in
      let base = base(own)
      return { base.reduce(into: &$0, action: $1) }
    }
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    nested.reduce(into: &state, action: action)
  }
}

/// The reducer that a ``Recurse`` stands for, as its own parts see it.
public final class NestedReducer<State, Action>: Reducer {
  public typealias Body = Never
  @usableFromInline typealias Step = (inout State, Action) -> Effect<Action>

  // Unchecked: written once, by the thread of the store that owns this tree, before it is read. The
  // reducer refers to itself, so nothing frees it before its `Recurse`, which lives with the store.
  @usableFromInline @exclusivity(unchecked) var step: Step?
  @usableFromInline let make: (NestedReducer) -> Step

  @usableFromInline
  init(_ make: @escaping (NestedReducer) -> Step) { self.make = make }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if let step { return step(&state, action) }
    let made = make(self)
    step = made
    return made(&state, action)
  }
}
