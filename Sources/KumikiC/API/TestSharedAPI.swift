public import CKumikiCalls

internal import KumikiValues
internal import KumikiJSON
internal import KumikiTestCore

// The test calls for shared values.

@c @implementation public func kumiki_test_shared(
  _ test: CHandle!, _ shared: CHandle!, _ value: CNewJSON!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let value = taken(value)
  return TestCall(test, call).perform { test, place in
    let shared = try Handle<SharedHandle>.at(shared, "shared").value(in: test.store)
    let value = try required(value, "value")
    test.driver.check(shared, is: value, at: place)
    try test.driver.reread(test.store.state())
  }
}

@c @implementation public func kumiki_test_set_shared(
  _ test: CHandle!, _ shared: CHandle!, _ value: CNewJSON!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let value = taken(value)
  return TestCall(test, call).perform { test, _ in
    let shared = try Handle<SharedHandle>.at(shared, "shared").value(in: test.store)
    let value = try required(value, "value")
    shared.withLock { $0 = value }
    try test.driver.reread(test.store.state())
  }
}

extension SharedHandle {
  /// Returns the value in the scope of a store under test.
  fileprivate func value(in store: StoreHandle) -> Shared<JSON> {
    store.source.dependencies.scoped { value }
  }
}
