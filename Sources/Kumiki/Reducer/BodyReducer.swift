/// A reducer whose body is made once, when the first action reaches it, and then kept.
///
/// Making a body builds key paths, closures and child reducers, which costs far more than a step.
/// Making it at the first action and not at once is what lets a feature contain itself: each level
/// of a recursion is built when an action first goes that deep.
public final class BodyReducer<Base: Reducer>: Reducer
where Base.Body: Reducer, Base.Body.State == Base.State, Base.Body.Action == Base.Action {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  @usableFromInline let base: Base
  // Unchecked: written once, by the thread of the store that owns this tree, before it is read.
  @usableFromInline @exclusivity(unchecked) var made: Base.Body?

  @inlinable
  public init(_ base: Base) { self.base = base }

  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    if let made { return made.reduce(into: &state, action: action) }
    let body = base.body
    made = body
    return body.reduce(into: &state, action: action)
  }
}
