public import CKumiki

internal import Kumiki
internal import KumikiJSON
internal import KumikiTestCore

// Making, setting and asking a test store. The calls that may fail a test are in TestCallsAPI.swift.

@_cdecl("kmk_test_store_new") @implementation
public func kmk_test_store_new(
  _ reducer: OpaquePointer!, _ initial_state: UnsafePointer<json_t>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let reducer = Result { try ReducerHandle.consume(reducer, "reducer") }
  return answering(orNull: error) {
    let reducer = try reducer.get()
    let state = try node(initial_state, "initial_state")
    return try TestStoreHandle.make { try JSONStoreSource($0, reducer, state) }.retained()
  }
}

@_cdecl("kmk_test_store_open") @implementation
public func kmk_test_store_open(
  _ feature: UnsafePointer<CChar>!, _ initial_state: UnsafePointer<json_t>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  answering(orNull: error) {
    let name = try text(feature, "feature")
    return try TestStoreHandle.make {
      try FeatureRegistry.shared.open(name, $0, node(initial_state))
    }.retained()
  }
}

/// The test store behind a pointer, on its own thread; anywhere else that is an issue.
private func testStore(_ test: OpaquePointer?, _ function: String) -> TestStoreHandle? {
  guard let handle = Handle<TestStoreHandle>.borrow(test) else { return nil }
  if handle.store.loop.isCurrentThread { return handle }
  handle.store.loop.reportOffThread(function)
  return nil
}

@_cdecl("kmk_test_store_on_failure") @implementation
public func kmk_test_store_on_failure(
  _ test: OpaquePointer!, _ fn: kmk_test_failure_fn!, _ user_data: UnsafeMutableRawPointer!
) {
  testStore(test, "kmk_test_store_on_failure")?.reports.onFailure = (fn, user_data)
}

@_cdecl("kmk_test_store_on_note") @implementation
public func kmk_test_store_on_note(
  _ test: OpaquePointer!, _ fn: kmk_test_failure_fn!, _ user_data: UnsafeMutableRawPointer!
) {
  testStore(test, "kmk_test_store_on_note")?.reports.onNote = (fn, user_data)
}

@_cdecl("kmk_test_store_set_exhaustive") @implementation
public func kmk_test_store_set_exhaustive(
  _ test: OpaquePointer!, _ exhaustive: Bool, _ show_skipped: Bool
) {
  testStore(test, "kmk_test_store_set_exhaustive")?.bench.exhaustivity =
    exhaustive ? .on : .off(showsSkipped: show_skipped)
}

@_cdecl("kmk_test_store_set_timeout") @implementation
public func kmk_test_store_set_timeout(_ test: OpaquePointer!, _ milliseconds: Int32) {
  testStore(test, "kmk_test_store_set_timeout")?.bench.timeoutMilliseconds =
    max(0, Int(milliseconds))
}

@_cdecl("kmk_test_store_store") @implementation
public func kmk_test_store_store(_ test: OpaquePointer!) -> OpaquePointer! {
  testStore(test, "kmk_test_store_store").map { $0.store.borrowed() }
}

@_cdecl("kmk_test_store_state") @implementation
public func kmk_test_store_state(_ test: OpaquePointer!) -> UnsafeMutablePointer<json_t>! {
  testStore(test, "kmk_test_store_state").flatMap { handle in
    handle.bench.state.withNode { json_incref($0) }
  }
}
