internal import CKumiki
internal import CKumikiCalls
internal import KumikiTestCore

/// The place of a call in a test.
struct TestPlace {
  let file: String
  let line: Int32
}

/// One call of a test, which test_calls.c made.
@safe struct TestCallSite {
  private let call: COut<kumiki_test_call>

  @safe init(_ call: COut<kumiki_test_call>!) { unsafe self.call = call }

  var place: TestPlace {
    unsafe TestPlace(file: lossyText(call.pointee.file) ?? "(no file)", line: call.pointee.line)
  }

  /// Attributes what is reported from now on to another line.
  func move(to place: TestPlace) { unsafe call.pointee.line = place.line }

  fileprivate func report(_ queue: TestReportQueue) {
    unsafe call.pointee.reports = OpaquePointer(Unmanaged.passRetained(queue).toOpaque())
  }
}

/// The program's function for a test's reports; may be NULL.
@safe struct TestCallback {
  fileprivate let fn: kmk_test_failure_fn?
  fileprivate let userData: UnsafeMutableRawPointer?

  @safe init(_ fn: kmk_test_failure_fn?, _ userData: UnsafeMutableRawPointer?) {
    unsafe (self.fn, self.userData) = (fn, userData)
  }
}

/// The reports of a test store, collected until the current call returns.
///
/// Nothing is reported from Swift: a callback may leave by longjmp, so C reports after Swift has returned.
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
  /// - Returns: whether they contain no failure.
  func handOver(to call: TestCallSite) -> Bool {
    guard !waiting.isEmpty else { return true }
    call.report(TestReportQueue(waiting.map { ($0, $0.isNote ? onNote : onFailure) }))
    defer { waiting = [] }
    return waiting.allSatisfy(\.isNote)
  }
}

/// Reports on their way to the program, one by one.
@safe final class TestReportQueue {
  private var reports: ArraySlice<(TestFailure<TestPlace>, TestCallback)>
  /// The texts of the last report.
  private var texts: [CNewText?]

  init(_ reports: [(TestFailure<TestPlace>, TestCallback)]) {
    self.reports = reports[...]
    unsafe texts = []
  }

  deinit { freeTexts() }

  private func next() -> kumiki_test_report? {
    freeTexts()
    guard let (report, callback) = reports.popFirst() else { return nil }
    unsafe texts = [newText(report.site.file), newText(report.message)]
    return unsafe kumiki_test_report(
      fn: callback.fn, user_data: callback.userData, file: texts[0], line: report.site.line,
      message: texts[1], is_note: report.isNote)
  }

  private func freeTexts() {
    unsafe texts.forEach(freeText)
    unsafe texts = []
  }

  /// Fills in the next report; false after the last.
  @safe static func next(of pointer: CHandle!, to report: COut<kumiki_test_report>!) -> Bool {
    let queue = unsafe Unmanaged<TestReportQueue>.fromOpaque(UnsafeRawPointer(pointer!))
    guard let next = unsafe queue.takeUnretainedValue().next() else { return false }
    unsafe report.pointee = next
    return true
  }

  @safe static func free(_ pointer: CHandle?) {
    unsafe pointer.map {
      unsafe Unmanaged<TestReportQueue>.fromOpaque(UnsafeRawPointer($0)).release()
    }
  }
}
