/// A reducer that contains itself.
///
///     Recurse { nested in
///       Reduce { state, action in … }
///         .ifLet(\.child, action: \.child) { nested }
///     }
///
/// A feature that names itself in its own `body` needs no `Recurse`: its bodies are built level by
/// level, when an action first goes that deep. With `Recurse` one reducer serves all levels.
public struct Recurse<State, Action>: ReducerOperator {
  @usableFromInline let root: RecursionRoot<State, Action>
  /// Whether effects in it may follow the state.
  @usableFromInline let follows: Bool

  /// Makes a reducer from a closure that receives the whole reducer, to embed in parts of its own type.
  @inlinable
  public init<Base: Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ base:
      @escaping (_ nested: NestedReducer<State, Action>) -> Base
  ) {
    // What is nested is this reducer again.
    var asked: Set = [ObjectIdentifier(NestedReducer<State, Action>.self)]
    follows = Base._mayFollow(&asked)
    root = RecursionRoot { HeldReducer(base(NestedReducer($0))) }
  }

  @inlinable @inline(__always)
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    root.whole.with { $0.step(into: &state, action: action, in: context) }
  }

  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    if !follows { return .none }
    return context.followRecursion(root.reference) {
      root.whole.with { $0.follow(&state, in: context) }
    } ?? .none
  }

  /// Known only of the reducer inside, which is made later.
  @inlinable
  public static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { true }
}

/// The whole reducer of a ``Recurse``, as embedded in its own parts. It works inside the ``Recurse`` only.
public struct NestedReducer<State, Action>: ReducerOperator {
  @usableFromInline let reference: WholeReference<State, Action>

  @usableFromInline
  init(_ reference: WholeReference<State, Action>) { self.reference = reference }

  @inlinable @inline(__always)
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    guard let whole = reference.whole.known else {
      preconditionFailure("a nested reducer was run outside its Recurse")
    }
    return whole.with { $0.step(into: &state, action: action, in: context) }
  }

  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    guard let whole = reference.whole.known else { return .none }
    return context.followRecursion(reference) {
      whole.with { $0.follow(&state, in: context) }
    } ?? .none
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    !asked.contains(ObjectIdentifier(Self.self))
  }
}

/// The parts' reference to the whole ``Recurse``, which they do not own.
@usableFromInline
final class WholeReference<State, Action> {
  @usableFromInline let whole = OnceReference<ErasedReducer>()

  @usableFromInline
  init() {}
}

/// Owns the reducer of a ``Recurse``, which is made when the first action reaches it.
@usableFromInline
final class RecursionRoot<State, Action> {
  @usableFromInline let reference = WholeReference<State, Action>()
  @usableFromInline let make: (WholeReference<State, Action>) -> ErasedReducer

  @usableFromInline
  init(_ make: @escaping (WholeReference<State, Action>) -> ErasedReducer) { self.make = make }

  @inlinable @inline(__always)
  var whole: Uncounted<ErasedReducer> { reference.whole { make(reference) } }

  // The whole reducer holds the reference, through its nested parts: this breaks the cycle.
  deinit { reference.whole.clear() }
}
