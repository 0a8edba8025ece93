internal import IssueReporting
internal import KumikiTestCore

extension TestFailure<TestSite> {
  /// Hands the failure to the test that runs, under Swift Testing or XCTest. A note does not fail it.
  func record() {
    if TestFrameworks.current?.takes(self) == true { return }
    reportIssue(
      message, severity: isNote ? .warning : .error, fileID: site.fileID, filePath: site.filePath,
      line: site.line, column: site.column)
  }
}
