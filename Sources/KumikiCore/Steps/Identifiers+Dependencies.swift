extension Identifiers {
  /// Returns the next id for elements that are created outside of any store. Counts from 0 in each test.
  static func globalStackElementID() -> UInt64 {
    (SharedScope.runningTest?.storage { IDCounter() } ?? globalStackElement).next()
  }

  private static let globalStackElement = IDCounter()

  /// Runs `body` so that presentations in it take their ids from this store. Inside a step they do so in any case.
  package func inForce<Result>(_ body: () -> Result) -> Result {
    guard ReduceContext.current == nil else { return body() }
    return withDependencies(
      {
        $0.presentationID = IDGenerator { self.presentationID() }
        $0.stackElementID = IDGenerator(
          { self.stackElementID() }, noting: { self.noteStackElement($0) })
      }, operation: body)
  }

  /// Runs `body` with this store's generators, except that presentations get no ids, because the caller assigns them
  /// afterwards.
  package func withoutPresenting<Result>(_ body: () -> Result) -> Result {
    inForce { withDependencies({ $0.presentationID = IDGenerator { "" } }, operation: body) }
  }
}
