internal import KumikiTestCore

extension TestStore {
  /// Checks the last asserted state, without an action.
  ///
  /// - Parameter updateStateToExpectedResult: edits a copy of the state, and must change nothing.
  public func assert(
    _ updateStateToExpectedResult: @escaping (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let site = enter(TestSite(fileID, filePath, line, column))
    guard let expect = inContext(updateStateToExpectedResult) else { return }
    on { $0.check(expect, dependencies: dependencies, at: site) }
  }

  /// Fails the test if an action was not received or an effect is still running.
  ///
  /// - Parameter timeout: the longest time to wait for running effects; ``timeout`` by default.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = enter(TestSite(fileID, filePath, line, column))
    await settle(timeout) { !$0.hasUnfinished }
    on { $0.finish(timeout: 0, at: site) }
  }

  /// Drops the actions that effects have sent, and continues from the latest state.
  ///
  /// - Parameter strict: whether finding none is a failure.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = enter(TestSite(fileID, filePath, line, column))
    await settle()
    on { $0.skipReceived(isStrict: strict, at: site) }
  }

  /// Excludes the running effects from the account. They continue, and the test must still receive their
  /// actions.
  ///
  /// - Parameter strict: whether finding none is a failure.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = enter(TestSite(fileID, filePath, line, column))
    await settle()
    on { $0.skipInFlight(isStrict: strict, at: site) }
  }

  /// Runs `operation` with another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try operation()
  }

  /// Runs `operation` with another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try await operation()
  }
}
