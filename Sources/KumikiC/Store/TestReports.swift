internal import CKumiki
internal import CKumikiRuntime
internal import KumikiTestCore

/// Where in a test a call stands.
struct TestPlace {
  let file: String
  let line: Int32
}

extension TestPlace {
  init(_ call: kumiki_test_call) {
    file = call.file.map { String(cString: $0) } ?? "(no file)"
    line = call.line
  }
}

/// What a test store has to report, until the call at hand returns.
///
/// Nothing is reported from Swift: a callback may leave by longjmp, so C reports when Swift has returned.
final class TestReports {
  typealias Callback = (fn: kmk_test_failure_fn?, userData: UnsafeMutableRawPointer?)

  var onFailure: Callback = (nil, nil)
  var onNote: Callback = (nil, nil)
  private var waiting: [TestFailure<TestPlace>] = []

  func add(_ failure: TestFailure<TestPlace>) { waiting.append(failure) }

  func fail(_ message: String, at place: TestPlace) {
    add(TestFailure(message: message, site: place, isNote: false))
  }

  /// Hands over what waits, if anything does.
  ///
  /// - Returns: whether no failure is among it.
  func handOver(to call: UnsafeMutablePointer<kumiki_test_call>) -> Bool {
    guard !waiting.isEmpty else { return true }
    let told = TestReportQueue(waiting, onFailure: onFailure, onNote: onNote)
    waiting = []
    call.pointee.reports = OpaquePointer(Unmanaged.passRetained(told).toOpaque())
    return told.isEmptyOfFailures
  }
}

/// Reports on their way to the program, one after the other.
final class TestReportQueue {
  private var reports: ArraySlice<TestFailure<TestPlace>>
  private let onFailure: TestReports.Callback
  private let onNote: TestReports.Callback
  /// The texts of the report that was asked for last.
  private var texts: [UnsafeMutablePointer<CChar>?] = []

  init(
    _ reports: [TestFailure<TestPlace>], onFailure: TestReports.Callback,
    onNote: TestReports.Callback
  ) {
    self.reports = reports[...]
    self.onFailure = onFailure
    self.onNote = onNote
  }

  deinit { freeTexts() }

  var isEmptyOfFailures: Bool { reports.allSatisfy(\.isNote) }

  func next() -> kumiki_test_report? {
    freeTexts()
    guard let report = reports.popFirst() else { return nil }
    let callback = report.isNote ? onNote : onFailure
    texts = [newText(report.site.file), newText(report.message)]
    return kumiki_test_report(
      fn: callback.fn, user_data: callback.userData, file: texts[0], line: report.site.line,
      message: texts[1], is_note: report.isNote)
  }

  private func freeTexts() {
    for text in texts { text?.deallocate() }
    texts = []
  }

  static func borrow(_ pointer: OpaquePointer) -> TestReportQueue {
    Unmanaged.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  static func free(_ pointer: OpaquePointer) {
    Unmanaged<TestReportQueue>.fromOpaque(UnsafeRawPointer(pointer)).release()
  }
}
