// The reducers that the builder returns for a list, an `if` and a loop. An absent reducer behaves like the empty one.

/// Two reducers that run one after another. Their effects are merged in that order.
public struct SequenceReducer<First: Reducer, Second: Reducer>: ReducerOperator
where First.State == Second.State, First.Action == Second.Action {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  /// Creates a reducer that runs `first`, then `second`.
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

  @inlinable
  public func _follow(
    _ state: inout First.State, in context: StepContext
  ) -> Effect<First.Action> {
    let effect = first._follow(&state, in: context)
    return effect.merge(with: second._follow(&state, in: context))
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    let first = First._mayFollow(&asked)
    return Second._mayFollow(&asked) || first
  }
}

/// A reducer that may be absent.
public struct OptionalReducer<Wrapped: Reducer>: ReducerOperator {
  @usableFromInline let wrapped: Wrapped?

  /// Creates a reducer that runs `wrapped`, or does nothing if `wrapped` is nil.
  @inlinable
  public init(_ wrapped: Wrapped?) { self.wrapped = wrapped }

  @inlinable
  public func _step(
    into state: inout Wrapped.State, action: Wrapped.Action, in context: StepContext
  ) -> Effect<Wrapped.Action> {
    wrapped?._step(into: &state, action: action, in: context) ?? .none
  }

  @inlinable
  public func _follow(
    _ state: inout Wrapped.State, in context: StepContext
  ) -> Effect<Wrapped.Action> {
    wrapped?._follow(&state, in: context) ?? .none
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Wrapped._mayFollow(&asked)
  }
}

/// One of two reducers, chosen when the tree was built.
public enum EitherReducer<First: Reducer, Second: Reducer>: ReducerOperator
where First.State == Second.State, First.Action == Second.Action {
  /// The reducer in the `if` branch.
  case first(First)
  /// The reducer in the `else` branch.
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

  @inlinable
  public func _follow(
    _ state: inout First.State, in context: StepContext
  ) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer._follow(&state, in: context)
    case .second(let reducer): reducer._follow(&state, in: context)
    }
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    let first = First._mayFollow(&asked)
    return Second._mayFollow(&asked) || first
  }
}

/// Reducers of one type, which run from first to last.
public struct ArrayReducer<Element: Reducer>: ReducerOperator {
  @usableFromInline let elements: [Element]

  /// Creates a reducer that runs the elements in order.
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

  @inlinable
  public func _follow(
    _ state: inout Element.State, in context: StepContext
  ) -> Effect<Element.Action> {
    var effect = Effect<Element.Action>.none
    for element in elements { effect = effect.merge(with: element._follow(&state, in: context)) }
    return effect
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Element._mayFollow(&asked)
  }
}
