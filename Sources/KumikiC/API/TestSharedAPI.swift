public import CKumikiCalls

internal import Kumiki
internal import KumikiJSON
internal import KumikiTestCore

// The calls of a test about shared values.

@c @implementation public func kumiki_test_shared(
  _ test: CHandle!, _ shared: CHandle!, _ value: CNewJSON!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let value = taken(value)
  return performing(test, "kmk_test_shared", call) { test, place in
    let (shared, value) = try (found(shared, in: test), required(value, "value"))
    test.bench.check(shared, is: value, at: place)
    try test.bench.reread(test.store.state())
  }
}

@c @implementation public func kumiki_test_set_shared(
  _ test: CHandle!, _ shared: CHandle!, _ value: CNewJSON!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let value = taken(value)
  return performing(test, "kmk_test_set_shared", call) { test, _ in
    let (shared, value) = try (found(shared, in: test), required(value, "value"))
    shared.withLock { $0 = value }
    try test.bench.reread(test.store.state())
  }
}

/// The value of a handle, within a test.
@safe private func found(_ shared: CHandle?, in test: TestStoreHandle) throws -> Shared<JSON> {
  let handle = try Handle<SharedHandle>.at(shared, "shared")
  return test.store.source.dependencies.scoped { handle.value }
}
