internal import IssueReporting
internal import KumikiTestCore

extension TestFailure<TestSite> {
  /// Records the failure in the running test of Swift Testing or XCTest. A note does not fail the test.
  func record() {
    if TestFrameworks.current?.takes(self) == true { return }
    reportIssue(
      message, severity: isNote ? .warning : .error, fileID: site.fileID, filePath: site.filePath,
      line: site.line, column: site.column)
  }
}
