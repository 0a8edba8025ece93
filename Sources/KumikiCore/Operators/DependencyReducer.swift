extension Reducer {
  /// Sets a dependency for this reducer, everything inside it, and the effects that they return.
  ///
  /// The override nearest to the code that reads the dependency wins. If a reducer has two overrides, the one that was
  /// attached first wins.
  @inlinable
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> DependencyReducer<Self> {
    DependencyReducer(self) { $0[keyPath: keyPath] = value }
  }

  /// Sets a client whose type is its own key. `@Dependency(Client.self)` reads it.
  @inlinable
  public func dependency<Client: TestDependencyKey>(
    _ client: Client
  ) -> DependencyReducer<Self> where Client.Value == Client {
    DependencyReducer(self) { $0[Client.self] = client }
  }

  /// Changes a dependency in place for this reducer and everything inside it.
  @inlinable
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> DependencyReducer<Self> {
    DependencyReducer(self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// A reducer that sets dependencies.
public struct DependencyReducer<Base: Reducer>: ReducerOperator {
  @usableFromInline let base: Base
  @usableFromInline let update: (inout DependencyValues) -> Void

  /// Created by `dependency` and `transformDependency`.
  @inlinable
  public init(_ base: Base, _ update: @escaping (inout DependencyValues) -> Void) {
    self.base = base
    self.update = update
  }

  @inlinable
  public func _step(
    into state: inout Base.State, action: Base.Action, in context: StepContext
  ) -> Effect<Base.Action> {
    DependencyValues.inStep(update) { base._step(into: &state, action: action, in: context) }
  }

  @inlinable
  public func _follow(
    _ state: inout Base.State, in context: StepContext
  ) -> Effect<Base.Action> {
    DependencyValues.inStep(update) { base._follow(&state, in: context) }
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Base._mayFollow(&asked)
  }
}
