/// A synchronous step from a state and an action to a state and an effect.
///
/// A feature either implements ``reduce(into:action:)`` or composes others in ``body-swift.property``.
/// The shape is that of the Composable Architecture's protocol of the same name.
///
///     struct Counter: Reducer {
///       struct State { var count = 0 }
///       enum Action { case increment }
///       func reduce(into state: inout State, action: Action) -> Effect<Action> {
///         state.count += 1
///         return .none
///       }
///     }
public protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
  associatedtype Body = Never

  /// Changes `state` in answer to `action` and returns the effect to run. Called on the store's thread.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers this one is made of, in the order in which they run.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// The step as a closure that makes the body once and keeps it. There is no need to implement it.
  ///
  /// Generic code and existentials do not know whether there is a body, and ask the reducer itself.
  func makeStep() -> (inout State, Action) -> Effect<Action>

  /// The step of one who need not come back with the effect, which may be that of a feature further
  /// down the trail. There is no need to implement it.
  func descend(
    into state: UnsafeMutablePointer<State>, action: UnsafePointer<Action>, by trail: Trail
  ) -> BareEffect

  /// What a store runs; made as by ``makeStep()``. There is no need to implement it.
  func makeHeldStep() -> HeldStep

  /// The step of a reducer that keeps it, so that it may be noted on a trail. There is no need to
  /// implement it.
  var heldStep: Unmanaged<HeldStep>? { get }
}

extension Reducer {
  @inlinable
  public func makeStep() -> (inout State, Action) -> Effect<Action> {
    { reduce(into: &$0, action: $1) }
  }

  @inlinable @inline(__always)
  public func descend(
    into state: UnsafeMutablePointer<State>, action: UnsafePointer<Action>, by _: Trail
  ) -> BareEffect {
    BareEffect(lend(action) { reduce(into: &state.pointee, action: $0) })
  }

  @inlinable
  public func makeHeldStep() -> HeldStep { HeldReducer(self) }

  @inlinable @inline(__always)
  public var heldStep: Unmanaged<HeldStep>? { nil }
}

extension Reducer where Body == Never {
  /// A reducer that implements `reduce(into:action:)` itself has no body.
  public var body: Body {
    preconditionFailure("\(Self.self) has no body: it implements reduce(into:action:)")
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Runs the body, made anew. Inside a tree the builder keeps each body instead (``BodyReducer``).
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @inlinable
  public func makeStep() -> (inout State, Action) -> Effect<Action> {
    let kept = BodyReducer(self)
    return { kept.reduce(into: &$0, action: $1) }
  }

  @inlinable
  public func makeHeldStep() -> HeldStep { BodyReducer(self).makeHeldStep() }
}

/// The reducer type of a feature, for `some Reducer` positions: `some ReducerOf<Counter>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>
