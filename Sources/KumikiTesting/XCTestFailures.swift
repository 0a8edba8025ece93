internal import IssueReporting
internal import KumikiTestCore
internal import KumikiTestStore

#if canImport(XCTest)
  internal import XCTest
#endif

extension TestFailure<TestSite> {
  /// Hands the failure to the test of XCTest that runs; false where none does, or where somebody has put a
  /// reporter of their own in the way.
  ///
  /// The default reporter fails an XCTest for a warning too; and as an asynchronous test has left no frame on
  /// the stack, it would add that the failure may come from a host application.
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
