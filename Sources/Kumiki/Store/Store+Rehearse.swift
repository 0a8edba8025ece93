// Access for test stores to the store under test.

extension Store {
  /// The dependencies of every action from the next one on.
  package var dependencies: DependencyValues {
    get { context.pointee.dependencies }
    set { context.pointee.dependencies = newValue }
  }

  /// Runs `body` with this store's dependencies and generators in force, as its reducer does.
  package func withContext<Result>(_ body: () throws -> Result) rethrows -> Result {
    let frame = ThreadFrame.current
    let outer = frame.pointee.context
    frame.pointee.context = context
    defer { frame.pointee.context = outer }
    return try body()
  }
}
