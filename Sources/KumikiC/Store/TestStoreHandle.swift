internal import CKumiki
internal import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON
internal import KumikiTestCore

/// A test store as held by C.
final class TestStoreHandle: HandleObject {
  override class var kind: StaticString? { "kmk_test_store" }
  let store: StoreHandle
  let driver: TestDriver<JSON, JSON, TestPlace>
  let reports: TestReports
  /// The last call. Issues of the engine are attributed to it.
  private var latest = TestPlace(file: "(before the first call of the test)", line: 0)
  /// The changes that the next action is expected to make in single rows.
  private var rows: [TestRowChanges] = []
  /// The ids of the requests that the test has expected.
  var expectedRequests: [RequestID] = []
  /// Nil once the test has ended.
  private var loop: LoopHandle?
  /// Whether a call of the test is running. Callbacks inside it may not make another call.
  private var isPerforming = false

  /// - Parameter open: Makes the store under test.
  init(_ open: (StoreHome) throws -> any StoreSource) throws {
    let handle = try LoopHandle(.virtual)
    let tracker = SharedTracker()
    let trial = StoreHome.Trial(recorder: TestRecorder(tracker: tracker)) {
      $0.context = .test
      $0.sharedScope = SharedScope(isTest: true, reportsErrors: true)
      $0.sharedTracker = tracker
    }
    // Effects of the initial state may lack dependencies before the driver exists. Such issues are collected here.
    var early: [Issue] = []
    handle.loop.onIssue = { early.append($0) }
    let home = try StoreHome(handle, trial: trial)
    let store = StoreHandle(try open(home), home.loopHandle)
    let reports = TestReports()
    driver = TestDriver(
      core: home.core, recorder: trial.recorder, initial: try store.state(), subject: .json,
      endStore: { store.end() }, report: { reports.add($0) })
    (loop, self.store, self.reports) = (handle, store, reports)
    store.loop.testValues = store.source.dependencies
    store.core.requests.isTest = true
    super.init()
    store.loop.onIssue = { [unowned self] in self.driver.report($0, at: latest) }
    for issue in early { driver.report(issue, at: latest) }
  }

  /// Performs one call of a test.
  ///
  /// - Parameter body: The call's work. An error that it throws is a failure.
  /// - Returns: False if a failure is reported.
  func perform(
    _ name: String, _ call: TestCall, _ body: (TestStoreHandle, TestPlace) throws -> Void
  ) -> Bool {
    guard store.loop.isOnItsThread(named: name) else { return false }
    let place = call.place
    let isInside = isPerforming
    isPerforming = true
    defer { isPerforming = isInside }
    do throws(LoopError) {
      if isInside { throw .busy }
      latest = place
      try store.loop.dispatch(timeoutMilliseconds: 0)
    } catch {
      reports.fail("\(name) \(Self.refusal(error))", at: place)
      // Nothing can be reported inside a callback. The outer call reports it, or the next one.
      return error == .busy ? false : reports.handOver(to: call)
    }
    driver.enter(at: place)
    do { try body(self, place) } catch {
      reports.fail("\(name): \(Failure(any: error).line)", at: place)
    }
    return reports.handOver(to: call)
  }

  /// Records how the next action is expected to change a row.
  func expect(_ row: TestRowChanges) { rows.append(row) }

  /// Returns an action's expected changes: the argument of its call, and the changes of rows that were declared
  /// before.
  func expectation(_ changes: JSON?) -> ((inout JSON) throws -> Void)? {
    TestChanges.expectation(exchange(&rows, with: []), changes, in: store.source)
  }

  /// Reports the declared changes of rows if no action followed.
  func settleRows() {
    for row in exchange(&rows, with: []) {
      reports.fail(
        "kmk_test_expect_row: no action was sent or received that could change the row \(row.id).",
        at: row.place)
    }
  }

  private static func refusal(_ error: LoopError) -> String {
    switch error {
    case .busy: "was called inside a callback of the store under test; nothing was done."
    default: "was not possible: \(Failure(error).message)."
    }
  }

  /// Ends the test. The caller must still release the handle, which has no further use.
  ///
  /// - Returns: False if the test could not end and the test store lives on.
  func end(_ call: TestCall) -> Bool {
    let loop = store.loop
    if loop.isClosed {
      _ = reports.handOver(to: call)
    } else {
      var ended = false
      call.move(to: latest)
      let place = latest
      _ = perform("kmk_test_store_free", call) { _, _ in
        latest = place
        settleRows()
        driver.end(at: place)
        ended = true
      }
      guard ended else { return false }
    }
    loop.onIssue = nil
    loop.close()
    self.loop = nil
    return true
  }
}

extension Failure {
  /// The error on one line, with its path.
  var line: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// A call of test_calls.c on a test store. Without a test store, the call does nothing.
@safe struct TestCall {
  let test: TestStoreHandle?
  private let call: COut<kumiki_test_call>

  @safe init(_ test: CHandle?, _ call: COut<kumiki_test_call>!) {
    self.test = Handle.borrow(test)
    unsafe self.call = call
  }

  var place: TestPlace {
    unsafe TestPlace(file: lossyText(call.pointee.file) ?? "(no file)", line: call.pointee.line)
  }

  /// Attributes the reports that follow to another line.
  func move(to place: TestPlace) { unsafe call.pointee.line = place.line }

  /// Passes a report to C, which delivers it after the call.
  func add(_ report: TestFailure<TestPlace>, for callback: TestCallback) {
    unsafe kumiki_test_report_add(
      call, callback.fn, callback.userData, report.site.file, report.site.line, report.message,
      report.isNote)
  }

  /// - Parameter body: The call's work. An error that it throws is a failure.
  /// - Returns: False if a failure is reported or there is no test store.
  func perform(
    function: StaticString = #function, _ body: (TestStoreHandle, TestPlace) throws -> Void
  ) -> Bool {
    test?.perform(name(of: function), self, body) ?? false
  }
}
