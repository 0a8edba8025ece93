/// A reducer that contains itself.
///
///     Recurse { nested in
///       Reduce { state, action in … }
///         .ifLet(\.child, action: \.child) { nested }
///     }
///
/// A feature that uses itself in its own `body` does not need `Recurse`: its bodies are built level by level, when an
/// action first reaches that depth. With `Recurse` one reducer serves all levels.
public struct Recurse<State, Action>: ReducerOperator {
  @usableFromInline let root: RecursionRoot<State, Action>
  /// Whether the reducer inside may contain state-driven effects.
  @usableFromInline let follows: Bool

  /// Creates a reducer from a closure that receives the whole reducer and embeds it in parts of its own type.
  @inlinable
  public init<Base: Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ base:
      @escaping (_ nested: NestedReducer<State, Action>) -> Base
  ) {
    // The nested reducer is this reducer again.
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

  /// Returns true: only the reducer inside could tell, and it is created later.
  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    asked.insert(PrivateCase.unknown)
    return true
  }
}

/// The whole reducer of a ``Recurse``, embedded in its own parts. It works only inside the ``Recurse``.
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

/// The reference of the parts to the whole ``Recurse``. They do not own it.
@usableFromInline
final class WholeReference<State, Action> {
  @usableFromInline let whole = OnceReference<ErasedReducer>()

  @usableFromInline
  init() {}
}

/// The owner of a ``Recurse``'s reducer, which is created when the first action reaches it.
@usableFromInline
final class RecursionRoot<State, Action> {
  @usableFromInline let reference = WholeReference<State, Action>()
  @usableFromInline let make: (WholeReference<State, Action>) -> ErasedReducer

  @usableFromInline
  init(_ make: @escaping (WholeReference<State, Action>) -> ErasedReducer) { self.make = make }

  @inlinable @inline(__always)
  var whole: Uncounted<ErasedReducer> { reference.whole { make(reference) } }

  // Breaks the cycle: the whole reducer holds the reference, through its nested parts.
  deinit { reference.whole.clear() }
}
