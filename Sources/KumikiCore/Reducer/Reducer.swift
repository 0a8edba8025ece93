/// A synchronous step from a state and an action to a state and an effect.
///
/// A feature either implements ``reduce(into:action:)`` or composes other reducers in ``body-swift.property``, like the
/// Composable Architecture's protocol of the same name.
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
  /// The feature's data.
  associatedtype State
  /// The events that the feature handles.
  associatedtype Action
  /// The type of `body`; `Never` for a feature that implements `reduce(into:action:)`.
  associatedtype Body = Never

  /// Changes `state` in response to `action` and returns the effect to run. Called on the store's thread.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that make up this reducer, in the order of their execution.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// Runs the step in a store, with the store's context. Only ``ReducerOperator``s implement it.
  @_documentation(visibility: internal)
  func _step(into state: inout State, action: Action, in context: StepContext) -> Effect<Action>

  /// Runs the follow pass: starts and ends the state-driven effects, here and in the children that exist. Called after
  /// each step, and when a store gets its state without a step. Only ``ReducerOperator``s implement it.
  @_documentation(visibility: internal)
  func _follow(_ state: inout State, in context: StepContext) -> Effect<Action>

  /// Returns whether a reducer of this type may declare state-driven effects; see ``running(_:id:time:ended:_:)``.
  ///
  /// - Parameter asked: the features whose bodies were already checked, because a feature may contain itself. Receives
  ///   ``PrivateCase/found`` and ``PrivateCase/unknown``.
  @_documentation(visibility: internal)
  static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool
}

extension Reducer {
  @_documentation(visibility: internal)
  @inlinable @inline(__always)
  public func _step(
    into state: inout State, action: Action, in _: StepContext
  ) -> Effect<Action> {
    reduce(into: &state, action: action)
  }

  @_documentation(visibility: internal)
  @inlinable @inline(__always)
  public func _follow(_: inout State, in _: StepContext) -> Effect<Action> { .none }

  @_documentation(visibility: internal)
  @inlinable
  public static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { false }
}

// A feature with private cases is found at no cost at run time, because the compiler chooses its implementation here.
extension Reducer where Action: PrivateCases {
  @_documentation(visibility: internal)
  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    asked.insert(PrivateCase.found)
    return false
  }
}

extension Reducer
where Body: Reducer, Body.State == State, Body.Action == Action, Action: PrivateCases {
  @_documentation(visibility: internal)
  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    asked.insert(PrivateCase.found)
    return asked.insert(ObjectIdentifier(Self.self)).inserted && Body._mayFollow(&asked)
  }
}

extension Reducer where Body == Never {
  /// Not available: a reducer that implements `reduce(into:action:)` has no body.
  public var body: Body {
    preconditionFailure("\(Self.self) has no body: it implements reduce(into:action:)")
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Creates the body and runs it. In a reducer tree the builder keeps each body instead (``BodyReducer``).
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  @_documentation(visibility: internal)
  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    body._follow(&state, in: context)
  }

  @_documentation(visibility: internal)
  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    asked.insert(ObjectIdentifier(Self.self)).inserted && Body._mayFollow(&asked)
  }
}

/// A reducer that runs other reducers and passes the context of the step to them.
///
/// Implements `_step(into:action:in:)`. A direct call of its ``Reducer/reduce(into:action:)`` runs the step with the
/// thread's context.
@_documentation(visibility: internal)
public protocol ReducerOperator<State, Action>: Reducer where Body == Never {}

extension ReducerOperator {
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    _step(into: &state, action: action, in: .current)
  }
}

/// The reducer type of a feature, for `some Reducer` positions: `some ReducerOf<Counter>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// The effect type of a feature: `EffectOf<Counter>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

/// The action type of a feature's navigation path: `StackActionOf<Path>`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

/// The action type of a feature's rows: `IdentifiedActionOf<Todo>`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable
