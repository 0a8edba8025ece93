// What the builder makes of a list, an `if` and a loop. Absent reducers behave as the empty one.

/// Two reducers, one after the other; their effects are merged in that order.
public struct SequenceReducer<First: Reducer, Second: Reducer>: ReducerOperator
where First.State == Second.State, First.Action == Second.Action {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  /// Two reducers, of which the first runs first.
  @inlinable
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable @inline(__always)
  public func _step(
    into state: inout First.State, action: First.Action, in context: StepContext
  ) -> Effect<First.Action> {
    let effect = first._step(into: &state, action: action, in: context)
    return effect.merge(with: second._step(into: &state, action: action, in: context))
  }
}

/// A reducer that may be absent.
public struct OptionalReducer<Wrapped: Reducer>: ReducerOperator {
  @usableFromInline let wrapped: Wrapped?

  /// A reducer, or nothing that would run.
  @inlinable
  public init(_ wrapped: Wrapped?) { self.wrapped = wrapped }

  @inlinable
  public func _step(
    into state: inout Wrapped.State, action: Wrapped.Action, in context: StepContext
  ) -> Effect<Wrapped.Action> {
    wrapped?._step(into: &state, action: action, in: context) ?? .none
  }
}

/// One of two reducers, chosen when the tree was built.
public enum EitherReducer<First: Reducer, Second: Reducer>: ReducerOperator
where First.State == Second.State, First.Action == Second.Action {
  /// What stands after `if`.
  case first(First)
  /// What stands after `else`.
  case second(Second)

  @inlinable
  public func _step(
    into state: inout First.State, action: First.Action, in context: StepContext
  ) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer._step(into: &state, action: action, in: context)
    case .second(let reducer): reducer._step(into: &state, action: action, in: context)
    }
  }
}

/// Reducers of one type, from first to last.
public struct ArrayReducer<Element: Reducer>: ReducerOperator {
  @usableFromInline let elements: [Element]

  /// Reducers of one type, which run in order.
  @inlinable
  public init(_ elements: [Element]) { self.elements = elements }

  @inlinable
  public func _step(
    into state: inout Element.State, action: Element.Action, in context: StepContext
  ) -> Effect<Element.Action> {
    var effect = Effect<Element.Action>.none
    for element in elements {
      effect = effect.merge(with: element._step(into: &state, action: action, in: context))
    }
    return effect
  }
}
