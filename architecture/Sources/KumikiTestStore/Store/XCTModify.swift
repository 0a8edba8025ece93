internal import IssueReporting
public import Kumiki

// Changing a case in tests from before 2024: `XCTModify(&$0.destination, case: \.edit) { … }`.

/// Changes the payload of a case. The test fails if the value is in another case, when `body` is not called,
/// or if `body` throws or changes nothing. In a non-exhaustive test store it may change nothing.
public func XCTModify<Root: CasePathable, Value>(
  _ root: inout Root, case path: CaseKeyPath<Root, Value>,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: (_ payload: inout Value) throws -> Void
) {
  let path = CasePath(path)
  var payload = path.extract(from: root)
  modify(
    &payload, "another case: the one of a \(Value.self)", message(), body,
    TestSite(fileID, filePath, line, column))
  if let payload { root = path.embed(payload) }
}

/// Changes the value of an optional. The test fails if it is nil, when `body` is not called, or if `body`
/// throws or changes nothing.
public func XCTModify<Value>(
  _ optional: inout Value?, _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: (_ value: inout Value) throws -> Void
) {
  modify(
    &optional, "a value", message(), body,
    TestSite(fileID, filePath, line, column))
}

private func modify<Value>(
  _ value: inout Value?, _ expected: String, _ message: String,
  _ body: (inout Value) throws -> Void, _ site: TestSite
) {
  func fail(_ text: String) {
    reportIssue(
      message.isEmpty ? text : "\(message): \(text)", fileID: site.fileID,
      filePath: site.filePath, line: site.line, column: site.column)
  }
  guard var changed = value else { return fail("expected \(expected)") }
  do {
    try body(&changed)
    if XCTModifyRules.mustChange, let old = value as? any Equatable, old.isEqual(to: changed) {
      fail("expected a change of a \(Value.self), and nothing changed")
    }
    value = changed
  } catch {
    fail("threw: \(error)")
  }
}

enum XCTModifyRules {
  /// Whether a closure that changes nothing is a failure. False in a non-exhaustive test store.
  @TaskLocal static var mustChange = true
}
