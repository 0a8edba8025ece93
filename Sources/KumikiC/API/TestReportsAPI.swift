public import CKumikiRuntime

@_cdecl("kumiki_test_reports_next") @implementation
public func kumiki_test_reports_next(
  _ reports: OpaquePointer!, _ report: UnsafeMutablePointer<kumiki_test_report>!
) -> Bool {
  guard let next = TestReportQueue.borrow(reports).next() else { return false }
  report.pointee = next
  return true
}

@_cdecl("kumiki_test_reports_free") @implementation
public func kumiki_test_reports_free(_ reports: OpaquePointer!) {
  if let reports { TestReportQueue.free(reports) }
}
