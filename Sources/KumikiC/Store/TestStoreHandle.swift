internal import CKumiki
internal import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON
internal import KumikiTestCore

/// A test store, as held by C.
final class TestStoreHandle: HandleObject {
  override class var kind: StaticString? { "kmk_test_store" }
  let store: StoreHandle
  let driver: TestDriver<JSON, JSON, TestPlace>
  let reports: TestReports
  /// The last call, to which an issue of the engine is attributed.
  private var latest = TestPlace(file: "(before the first call of the test)", line: 0)
  /// What the next action is expected to change of single rows.
  private var rows: [TestRowChanges] = []
  /// Nil once the test has ended.
  private var loop: LoopHandle?
  /// Whether a call of the test is running. Callbacks inside it may make no other.
  private var isPerforming = false

  /// - Parameter open: makes the store under test.
  init(_ open: (StoreHome) throws -> any StoreSource) throws {
    let handle = try LoopHandle(.virtual)
    let tracker = SharedTracker()
    let trial = StoreHome.Trial(recorder: TestRecorder(tracker: tracker)) {
      $0.context = .test
      $0.sharedScope = SharedScope(isTest: true, reportsErrors: true)
      $0.sharedTracker = tracker
    }
    // What effects of the first state ask for may be missing, before there is a test to tell.
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
    super.init()
    store.loop.onIssue = { [unowned self] in self.driver.report($0, at: latest) }
    for issue in early { driver.report(issue, at: latest) }
  }

  /// Performs one call of a test.
  ///
  /// - Parameter body: an error it throws is a failure.
  /// - Returns: false if a failure is reported.
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
      // Nothing can be reported inside a callback; the outer call does it, or the next one.
      return error == .busy ? false : reports.handOver(to: call)
    }
    driver.enter(at: place)
    do { try body(self, place) } catch {
      reports.fail("\(name): \(Failure(any: error).line)", at: place)
    }
    return reports.handOver(to: call)
  }

  /// States what the next action changes of a row.
  func expect(_ row: TestRowChanges) { rows.append(row) }

  /// What an action is expected to change: the argument of its call, and what was stated of rows before.
  func expectation(_ changes: JSON?) -> ((inout JSON) throws -> Void)? {
    TestChanges.expectation(exchange(&rows, with: []), changes, in: store.source)
  }

  /// Reports what was stated of rows, where no action has come.
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

  /// Ends the test. The caller still has to release the handle, which is of no further use.
  ///
  /// - Returns: false if it was not possible and the test store lives on.
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
  /// The error on one line, with the place.
  var line: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// A call of a test on a test store, which test_calls.c made; on none, it does nothing.
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

  /// Attributes what is reported from now on to another line.
  func move(to place: TestPlace) { unsafe call.pointee.line = place.line }

  /// Hands a report to C, which delivers it after the call.
  func add(_ report: TestFailure<TestPlace>, for callback: TestCallback) {
    unsafe kumiki_test_report_add(
      call, callback.fn, callback.userData, report.site.file, report.site.line, report.message,
      report.isNote)
  }

  /// - Parameter body: an error it throws is a failure.
  /// - Returns: false if a failure is reported, or there is no test store.
  func perform(
    function: StaticString = #function, _ body: (TestStoreHandle, TestPlace) throws -> Void
  ) -> Bool {
    test?.perform(name(of: function), self, body) ?? false
  }
}
