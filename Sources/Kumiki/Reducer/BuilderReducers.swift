// What the builder makes of a list, an `if` and a loop. Absent reducers behave as the empty one.

/// Two reducers, one after the other; their effects are merged in that order.
public struct SequenceReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  public typealias Body = Never

  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    if effect.isNone { return second.reduce(into: &state, action: action) }
    return effect.merge(with: second.reduce(into: &state, action: action))
  }

  @inlinable @inline(__always)
  public func descend(
    into state: UnsafeMutablePointer<First.State>, action: UnsafePointer<First.Action>,
    by trail: Trail
  ) -> BareEffect {
    let effect = trail.follow { first.descend(into: state, action: action, by: trail) }
    if effect.isNone { return second.descend(into: state, action: action, by: trail) }
    return descendWith(effect, state, action, trail)
  }

  /// The second, where the first returned an effect.
  @inlinable @inline(never)
  func descendWith(
    _ effect: BareEffect, _ state: UnsafeMutablePointer<First.State>,
    _ action: UnsafePointer<First.Action>, _ trail: Trail
  ) -> BareEffect {
    let other = trail.follow { second.descend(into: state, action: action, by: trail) }
    return BareEffect(Effect(bare: effect).merge(with: Effect<First.Action>(bare: other)))
  }
}

/// A reducer that may be absent.
public struct OptionalReducer<Wrapped: Reducer>: Reducer {
  public typealias Body = Never

  @usableFromInline let wrapped: Wrapped?

  @inlinable
  public init(_ wrapped: Wrapped?) { self.wrapped = wrapped }

  @inlinable
  public func reduce(
    into state: inout Wrapped.State, action: Wrapped.Action
  ) -> Effect<Wrapped.Action> {
    wrapped?.reduce(into: &state, action: action) ?? .none
  }
}

/// One of two reducers, chosen when the tree was built.
public enum EitherReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  public typealias Body = Never

  case first(First)
  case second(Second)

  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}

/// Reducers of one type, from first to last.
public struct ArrayReducer<Element: Reducer>: Reducer {
  public typealias Body = Never

  @usableFromInline let elements: [Element]

  @inlinable
  public init(_ elements: [Element]) { self.elements = elements }

  @inlinable
  public func reduce(
    into state: inout Element.State, action: Element.Action
  ) -> Effect<Element.Action> {
    var effect = Effect<Element.Action>.none
    for element in elements {
      effect = effect.merge(with: element.reduce(into: &state, action: action))
    }
    return effect
  }
}
