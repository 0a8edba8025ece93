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

  @usableFromInline let root: RecursionRoot<State, Action>

  @inlinable
  public init<Base: Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ base:
      @escaping (_ nested: NestedReducer<State, Action>) -> Base
  ) {
    root = RecursionRoot { root in
      let base = base(NestedReducer(root))
      return { base.reduce(into: &$0, action: $1) }
    }
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    root.reduce(&state, action)
  }
}

/// The reducer that a ``Recurse`` stands for, as its own parts see it: of use inside of it only.
public struct NestedReducer<State, Action>: Reducer {
  public typealias Body = Never

  // Not owned: the root owns the parts that this is one of.
  @usableFromInline unowned let root: RecursionRoot<State, Action>

  @usableFromInline
  init(_ root: RecursionRoot<State, Action>) { self.root = root }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    root.reduce(&state, action)
  }
}

/// What a ``Recurse`` owns: its parts, made when the first action reaches them.
@usableFromInline
final class RecursionRoot<State, Action> {
  @usableFromInline typealias Step = (inout State, Action) -> Effect<Action>

  // Unchecked: written once, by the thread of the store that owns this tree, before it is read.
  @usableFromInline @exclusivity(unchecked) var step: Step?
  @usableFromInline let make: (RecursionRoot) -> Step

  @usableFromInline
  init(_ make: @escaping (RecursionRoot) -> Step) { self.make = make }

  @inlinable
  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    if let step { return step(&state, action) }
    let made = make(self)
    step = made
    return made(&state, action)
  }
}
