public import CKumiki
internal import KumikiValues
internal import KumikiJSON
internal import KumikiTestCore

// Makes, configures and queries a test store. The calls that may fail a test are in TestCallsAPI.swift.

@c @implementation public func kmk_test_store_new(
  _ reducer: CHandle!, _ initial_state: CJSON!, _ error: CError!
) -> CHandle! {
  let reducer = ReducerHandle.part(reducer, "reducer")
  return answering(orNull: error) {
    try making(isExplained: Out(error).isGiven) { home in
      let reducer = try reducer.get()
      return try JSONStoreSource(
        home, reducer, JSON(borrowing: try given(node(initial_state), "initial_state")))
    }.retained()
  }
}

@c @implementation public func kmk_test_store_open(
  _ feature: CText!, _ initial_state: CJSON!, _ error: CError!
) -> CHandle! {
  answering(orNull: error) {
    try making(isExplained: Out(error).isGiven) {
      try FeatureRegistry.shared.open(text(feature, "feature"), $0, borrowed(initial_state))
    }.retained()
  }
}

/// Makes a test store. If the caller passed no error to fill, the reason for a failure goes to standard error.
/// Otherwise the test would pass silently, because calls on NULL do nothing.
private func making(
  isExplained: Bool, function: StaticString = #function,
  _ open: (StoreHome) throws -> any StoreSource
) throws -> TestStoreHandle {
  do { return try TestStoreHandle(open) } catch let failure {
    if !isExplained { System.complain("\(name(of: function)): \(Failure(any: failure).line)\n") }
    throw failure
  }
}

/// Returns a test store if this is its thread. On any other thread, reports an issue.
private func onItsThread(
  _ test: TestStoreHandle?, function: StaticString = #function
) -> TestStoreHandle? {
  test?.store.loop.isOnItsThread(function: function) == true ? test : nil
}

@c @implementation public func kmk_test_store_on_failure(
  _ test: CHandle!, _ fn: kmk_test_failure_fn!, _ user_data: CData!
) {
  onItsThread(Handle.borrow(test))?.reports.onFailure = TestCallback(fn, user_data)
}

@c @implementation public func kmk_test_store_on_note(
  _ test: CHandle!, _ fn: kmk_test_failure_fn!, _ user_data: CData!
) {
  onItsThread(Handle.borrow(test))?.reports.onNote = TestCallback(fn, user_data)
}

@c @implementation public func kmk_test_store_set_exhaustive(
  _ test: CHandle!, _ exhaustive: Bool, _ show_skipped: Bool
) {
  onItsThread(Handle.borrow(test))?.driver
    .account(exhaustively: exhaustive, showsSkipped: show_skipped)
}

@c @implementation public func kmk_test_store_set_timeout(_ test: CHandle!, _ milliseconds: Int32) {
  onItsThread(Handle.borrow(test))?.driver.timeoutMilliseconds =
    max(0, Int(milliseconds))
}

@c @implementation public func kmk_test_store_store(_ test: CHandle!) -> CHandle! {
  onItsThread(Handle.borrow(test))?.store.borrowed()
}

@c @implementation public func kmk_test_store_state(_ test: CHandle!) -> CNewJSON! {
  new(
    onItsThread(Handle.borrow(test))?.driver.state.withNode { $0.retained() })
}
