public import Kumiki
internal import KumikiTestCore

extension TestStore {
  /// Sends an action, as a view does, and checks its immediate changes.
  ///
  /// - Parameters:
  ///   - action: the user's action.
  ///   - updateStateToExpectedResult: edits a copy of the state before the action into the expected
  ///     state. Omit it if the action changes nothing.
  /// - Returns: the task of the effects that the send started.
  @discardableResult
  public func send(
    _ action: Action,
    assert updateStateToExpectedResult: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let site = enter(TestSite(fileID, filePath, line, column))
    await settle()
    var task: StoreTask?
    do {
      task = try on {
        try $0.send(action, expect: inContext(updateStateToExpectedResult), at: site) {
          try perform(action)
        }
      }
    } catch {
      on { $0.reportMismatch(action, error, at: site) }
    }
    await settle()
    return TestStoreTask(task: task, store: self)
  }

  /// Sends an action without a payload by its case path: `send(\.increment)`.
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>,
    assert updateStateToExpectedResult: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      CasePath(action).embed(()), assert: updateStateToExpectedResult,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Sends an action by its case path and payload: `send(\.set, 3)`.
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>, _ value: Value,
    assert updateStateToExpectedResult: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable {
    await send(
      CasePath(action).embed(value), assert: updateStateToExpectedResult,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Advances the store's clock, and runs the work that becomes due on the way.
  ///
  /// If a dependency is a ``TestClock``, this advances that clock.
  public func advance(by duration: Duration) async {
    ownClockUse.move()
    await settle()
    let (target, overflow) = loop.now.addingReportingOverflow(duration.wholeNanoseconds)
    await loop.advance(to: overflow ? .max : target)
    await settle()
  }
}
