internal import IssueReporting
internal import KumikiTestCore

#if canImport(XCTest)
  internal import XCTest
#endif

extension TestFailure<TestSite> {
  /// Hands the failure to the test that runs, under Swift Testing or XCTest. A note does not fail it.
  func record() {
    #if canImport(XCTest)
      if isForXCTest { return recordInXCTest() }
    #endif
    reportIssue(
      message, severity: isNote ? .warning : .error, fileID: site.fileID, filePath: site.filePath,
      line: site.line, column: site.column)
  }

  #if canImport(XCTest)
    /// True under XCTest where nobody has put a reporter of their own in the way.
    private var isForXCTest: Bool {
      guard case .xcTest = TestContext.current else { return false }
      return IssueReporters.areStandard
    }

    // The default reporter fails an XCTest for a warning too; and as an asynchronous test has left no
    // frame on the stack, it would add that the failure may come from a host application.
    private func recordInXCTest() {
      if isNote {
        print("\(site.filePath):\(site.line): note: \(message)")
      } else {
        XCTFail(message, file: site.filePath, line: site.line)
      }
    }
  #endif
}
