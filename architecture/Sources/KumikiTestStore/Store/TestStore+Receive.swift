public import Kumiki
internal import KumikiTestCore

extension TestStore where Action: Equatable {
  /// Expects `expectedAction` as the next action from an effect, and checks its changes.
  ///
  /// - Parameters:
  ///   - expectedAction: the action.
  ///   - timeout: the longest time to wait for running effects; ``timeout`` by default.
  ///   - updateStateToExpectedResult: as for `send`.
  public func receive(
    _ expectedAction: Action, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let canonical = canonical
    let wanted = canonical(expectedAction)
    let matcher = TestMatcher<Action>(
      StateDump.text(expectedAction), matches: { canonical($0) == wanted },
      difference: { StateDump.difference(wanted, canonical($0)) })
    await receive(
      matcher, timeout, updateStateToExpectedResult, TestSite(fileID, filePath, line, column))
  }
}

extension TestStore {
  /// Expects an action for which `isMatching` returns true as the next action from an effect.
  public func receive(
    _ isMatching: (_ action: Action) -> Bool, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await withoutActuallyEscaping(isMatching) { isMatching in
      await receive(
        TestMatcher("an action that the predicate accepts", matches: isMatching), timeout,
        updateStateToExpectedResult, TestSite(fileID, filePath, line, column))
    }
  }

  /// Expects an action of a case as the next action from an effect: `receive(\.response)`.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let path = CasePath(actionCase)
    await receive(
      TestMatcher("an action of the case \\\(path.spelling)") {
        path.extract(from: $0) != nil
      },
      timeout, updateStateToExpectedResult, TestSite(fileID, filePath, line, column))
  }

  /// Expects a number of actions of a case as the next actions from effects: `receive(\.tick,
  /// count: 60)`.
  ///
  /// - Parameters:
  ///   - actionCase: the case.
  ///   - count: at least 1.
  ///   - timeout: the longest time to wait for running effects; ``timeout`` by default.
  ///   - updateStateToExpectedResult: states the changes of all these actions together.
  public func receive<Value>(
    _ actionCase: CaseKeyPath<Action, Value>, count: Int, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let path = CasePath(actionCase)
    await receive(
      TestMatcher("an action of the case \\\(path.spelling)") {
        path.extract(from: $0) != nil
      }, count: max(1, count),
      timeout, updateStateToExpectedResult, TestSite(fileID, filePath, line, column))
  }

  /// Expects an action of a case with a payload as the next action from an effect:
  /// `receive(\.response, 42)`.
  public func receive<Value: Equatable>(
    _ actionCase: CaseKeyPath<Action, Value>, _ value: Value, timeout: Duration? = nil,
    assert updateStateToExpectedResult: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable {
    let path = CasePath(actionCase)
    let matcher = TestMatcher<Action>(
      StateDump.text(path.embed(value)), matches: { path.extract(from: $0) == value },
      difference: {
        path.extract(from: $0) == nil ? nil : StateDump.difference(path.embed(value), $0)
      })
    await receive(
      matcher, timeout, updateStateToExpectedResult, TestSite(fileID, filePath, line, column))
  }

  private func receive(
    _ matcher: TestMatcher<Action>, count: Int = 1, _ timeout: Duration?,
    _ expect: ((inout State) throws -> Void)?, _ site: TestSite
  ) async {
    enter(site)
    await settle(timeout) { $0.holds(matcher, count) }
    on { $0.receive(matcher, count: count, timeout: 0, expect: inContext(expect), at: site) }
  }
}
