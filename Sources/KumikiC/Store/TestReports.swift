internal import CKumiki
internal import KumikiTestCore

/// The source location of a call in a test.
struct TestPlace {
  let file: String
  let line: Int32
}

/// The program's function for a test's reports; may be NULL.
@safe struct TestCallback {
  let fn: kmk_test_failure_fn?
  let userData: UnsafeMutableRawPointer?

  @safe init(_ fn: kmk_test_failure_fn?, _ userData: UnsafeMutableRawPointer?) {
    unsafe (self.fn, self.userData) = (fn, userData)
  }
}

/// The reports of a test store, collected until the current call returns.
///
/// Swift makes no callbacks itself: a callback may leave by longjmp, so C reports after Swift has returned.
final class TestReports {
  var onFailure = TestCallback(nil, nil)
  var onNote = TestCallback(nil, nil)
  private var waiting: [TestFailure<TestPlace>] = []

  func add(_ failure: TestFailure<TestPlace>) { waiting.append(failure) }

  func fail(_ message: String, at place: TestPlace) {
    add(TestFailure(message: message, site: place, isNote: false))
  }

  /// Hands over the waiting reports, if there are any.
  ///
  /// - Returns: Whether the reports contain no failure.
  func handOver(to call: TestCall) -> Bool {
    for report in waiting { call.add(report, for: report.isNote ? onNote : onFailure) }
    defer { waiting = [] }
    return waiting.allSatisfy(\.isNote)
  }
}
