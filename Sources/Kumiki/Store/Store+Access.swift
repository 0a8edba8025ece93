// Access to a store beside sending and observing: once, to its state, and for the C interface and test
// stores to what a root store has.

extension Store {
  /// Calls `body` with the state, as ``state`` is now.
  public func withState<Result>(
    _ body: (_ state: State) throws -> Result
  ) rethrows -> Result { try body(state) }

  /// ``state``, by a name that no other module has for something else.
  package var kept: State { state }

  /// Has `look` called with the state after each burst, as long as the store is. It does not hold the store.
  package func follow(_ look: @escaping (State) -> Void) {
    _ = observerList.add { $0.typed(State.self).read(look) }
  }

  /// Calls `body` with a root store's state, which is lent and not copied. Not during a step.
  package func lendState(_ body: (State) -> Void) { Lent(&current).read(body) }

  /// The dependencies of every action from the next one on.
  package var dependencies: DependencyValues {
    get { context.pointee.dependencies }
    set { context.pointee.dependencies = newValue }
  }

  /// Runs `body` with this store's dependencies and generators in force, as its reducer does.
  @usableFromInline
  package func withContext<Result>(_ body: () throws -> Result) rethrows -> Result {
    let frame = ThreadFrame.current
    let outer = frame.pointee.context
    frame.pointee.context = context
    defer { frame.pointee.context = outer }
    return try body()
  }
}
