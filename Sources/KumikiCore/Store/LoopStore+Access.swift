// Access to a store other than sending and observing: to its state and, for the C API and test stores, to the parts of
// a root store.

extension LoopStore {
  /// Calls `body` with the current ``state``.
  public func withState<Result>(
    _ body: (_ state: State) throws -> Result
  ) rethrows -> Result { try body(state) }

  /// The ``state``, under a name that no other module uses.
  package var kept: State { state }

  /// Calls `check` with the state after each burst, for the life of the store. Does not retain the store.
  package func follow(_ check: @escaping (State) -> Void) {
    _ = observerList.add { $0.typed(State.self).read(check) }
  }

  /// Calls `body` with a root store's state, borrowed and not copied. Must not be called during a step.
  package func lendState(_ body: (State) -> Void) { Lent(&current).read(body) }

  /// The store's dependencies. A change applies from the next action on.
  package var dependencies: DependencyValues {
    get { context.pointee.dependencies }
    set { context.pointee.dependencies = newValue }
  }

  /// Runs `body` with this store's dependencies and generators, like its reducer.
  @inlinable
  package func withContext<Result>(_ body: () throws -> Result) rethrows -> Result {
    let frame = ThreadFrame.current
    let outer = frame.pointee.context
    frame.pointee.context = context
    defer { frame.pointee.context = outer }
    return try body()
  }
}
