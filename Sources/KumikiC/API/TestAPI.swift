public import CKumiki
public import CKumikiCalls

internal import Kumiki
internal import KumikiJSON
internal import KumikiTestCore

// Makes, configures and queries a test store. The calls that may fail a test are in TestCallsAPI.swift.

@c @implementation public func kmk_test_store_new(
  _ reducer: CHandle!, _ initial_state: CJSON!, _ error: CError!
) -> CHandle! {
  let reducer = ReducerHandle.part(reducer, "reducer")
  return making("kmk_test_store_new", error) {
    let reducer = try reducer.get()
    let state = JSON(borrowing: try given(initial_state, "initial_state"))
    return try TestStoreHandle { try JSONStoreSource($0, reducer, state) }.retained()
  }
}

@c @implementation public func kmk_test_store_open(
  _ feature: CText!, _ initial_state: CJSON!, _ error: CError!
) -> CHandle! {
  making("kmk_test_store_open", error) {
    let name = try text(feature, "feature")
    return try TestStoreHandle {
      try FeatureRegistry.shared.open(name, $0, borrowed(initial_state))
    }
    .retained()
  }
}

/// Makes a test store. If the caller passed no error to fill, the reason of a failure goes to standard
/// error. Otherwise the test would pass silently, because calls on NULL do nothing.
@safe private func making(
  _ function: String, _ error: CError?, _ body: () throws -> CHandle
) -> CHandle? {
  answering(orNull: error) {
    do {
      return try unsafe body()
    } catch let failure {
      if !isThere(error) { System.complain("\(function): \(Failure(any: failure).line)\n") }
      throw failure
    }
  }
}

/// The test store behind a pointer, on its own thread. On any other thread, reports an issue.
@safe private func testStore(_ test: CHandle?, _ function: String) -> TestStoreHandle? {
  guard let handle = Handle<TestStoreHandle>.borrow(test) else { return nil }
  return handle.store.loop.isOnItsThread(function) ? handle : nil
}

@c @implementation public func kmk_test_store_on_failure(
  _ test: CHandle!, _ fn: kmk_test_failure_fn!, _ user_data: CData!
) {
  testStore(test, "kmk_test_store_on_failure")?.reports.onFailure = TestCallback(fn, user_data)
}

@c @implementation public func kmk_test_store_on_note(
  _ test: CHandle!, _ fn: kmk_test_failure_fn!, _ user_data: CData!
) {
  testStore(test, "kmk_test_store_on_note")?.reports.onNote = TestCallback(fn, user_data)
}

@c @implementation public func kmk_test_store_set_exhaustive(
  _ test: CHandle!, _ exhaustive: Bool, _ show_skipped: Bool
) {
  testStore(test, "kmk_test_store_set_exhaustive")?.bench
    .account(exhaustively: exhaustive, showsSkipped: show_skipped)
}

@c @implementation public func kmk_test_store_set_timeout(_ test: CHandle!, _ milliseconds: Int32) {
  testStore(test, "kmk_test_store_set_timeout")?.bench.timeoutMilliseconds =
    max(0, Int(milliseconds))
}

@c @implementation public func kmk_test_store_store(_ test: CHandle!) -> CHandle! {
  testStore(test, "kmk_test_store_store")?.store.borrowed()
}

@c @implementation public func kmk_test_store_state(_ test: CHandle!) -> CNewJSON! {
  new(testStore(test, "kmk_test_store_state")?.bench.state.withNode { $0.retained() })
}

// MARK: - Reports

@c @implementation public func kumiki_test_reports_next(
  _ reports: CHandle!, _ report: COut<kumiki_test_report>!
) -> Bool {
  TestReportQueue.next(of: reports, to: report)
}

@c @implementation
public func kumiki_test_reports_free(_ reports: CHandle!) { TestReportQueue.free(reports) }
