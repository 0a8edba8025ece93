internal import IssueReporting
internal import KumikiTestCore
internal import KumikiTestStore

#if canImport(XCTest)
  internal import XCTest
#endif

extension TestFailure<TestSite> {
  /// Records the failure in the running XCTest. Returns false if none is running, or if a custom reporter is
  /// installed.
  ///
  /// The default reporter fails an XCTest even for a warning. In addition, because an asynchronous test
  /// has no frame on the stack, it would report that the failure may come from a host application.
  func goesToXCTest() -> Bool {
    #if canImport(XCTest)
      guard case .xcTest = TestContext.current, IssueReporters.areStandard else { return false }
      if isNote {
        print("\(site.filePath):\(site.line): note: \(message)")
      } else {
        XCTFail(message, file: site.filePath, line: site.line)
      }
      return true
    #else
      return false
    #endif
  }
}
