// Access to a root store, on its thread, for the C interface and for test stores.

extension Store {
  /// ``state``, by a name that no other module has for something else.
  package var kept: State { state }

  /// Has `look` called with the state after each burst, as long as the store is. It does not hold the store.
  package func follow(_ look: @escaping (State) -> Void) {
    _ = observerList.add { $0.typed(State.self).read(look) }
  }

  /// Calls `body` with the state, which is lent and not copied. Not during a step.
  package func withState(_ body: (State) -> Void) { Lent(&current).read(body) }

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
