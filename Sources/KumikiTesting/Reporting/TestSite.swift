internal import IssueReporting
internal import KumikiTestCore

/// Where in the test a call stands.
struct TestSite {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension TestFailure<TestSite> {
  /// Hands the failure to the test that runs, under Swift Testing or XCTest. A note does not fail it.
  func record() {
    reportIssue(
      message, severity: isNote ? .warning : .error, fileID: site.fileID, filePath: site.filePath,
      line: site.line, column: site.column)
  }
}
