public import CKumiki
public import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON
internal import KumikiTestCore

// The test calls other than send and receive: they advance the clock, clear the open expectations and set
// dependencies.

@c @implementation public func kumiki_test_advance(
  _ test: CHandle!, _ nanoseconds: UInt64, _ call: COut<kumiki_test_call>!
) -> Bool {
  TestCall(test, call).perform { test, _ in
    try test.advance(nanoseconds)
  }
}

extension TestStoreHandle {
  func advance(_ nanoseconds: UInt64) throws {
    try driver.loop.check(.advance(nanoseconds))
    driver.advance(nanoseconds: nanoseconds)
  }
}

@c @implementation public func kumiki_test_skip_received(
  _ test: CHandle!, _ strict: Bool, _ call: COut<kumiki_test_call>!
) -> Bool {
  TestCall(test, call).perform { $0.driver.skipReceived(isStrict: strict, at: $1) }
}

@c @implementation public func kumiki_test_skip_in_flight(
  _ test: CHandle!, _ strict: Bool, _ call: COut<kumiki_test_call>!
) -> Bool {
  TestCall(test, call).perform { $0.driver.skipInFlight(isStrict: strict, at: $1) }
}

@c @implementation
public func kumiki_test_finish(_ test: CHandle!, _ call: COut<kumiki_test_call>!) -> Bool {
  TestCall(test, call).perform { test, place in
    test.settleRows()
    test.driver.finish(at: place)
  }
}

@c @implementation public func kumiki_test_finish_task(
  _ test: CHandle!, _ task: CHandle!, _ call: COut<kumiki_test_call>!
) -> Bool {
  TestCall(test, call).perform { test, place in
    guard let handle = Handle<TaskHandle>.borrow(task), !handle.isEnded else { return }
    guard handle.loop === test.store.loop else {
      throw Failure.invalid("the task is of another store")
    }
    test.driver.finish(handle.task, at: place)
  }
}

@c @implementation public func kumiki_test_assert(
  _ test: CHandle!, _ changes: CNewJSON!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let changes = taken(changes)
  return TestCall(test, call).perform { test, place in
    guard let changes else { throw Failure.isNull("changes") }
    test.driver.check(TestChanges.expectation(changes), at: place)
  }
}

// MARK: - Dependencies

@c @implementation public func kumiki_test_set_dependency(
  _ test: CHandle!, _ key: CText!, _ value: CNewJSON!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let value = taken(value)
  return TestCall(test, call).perform { test, _ in
    let set = StandardDependency.set(try text(key, "key"), try required(value, "value"))
    set(&test.store.source.dependencies)
  }
}

@c @implementation public func kumiki_test_set_dependency_pointer(
  _ test: CHandle!, _ key: CText!, _ service: CData!, _ free_fn: kmk_free_fn!,
  _ call: COut<kumiki_test_call>!
) -> Bool {
  let service = Service(userData: UserData(service, free_fn))
  return TestCall(test, call).perform {
    test, _ in
    test.store.source.dependencies[named: try text(key, "key")] = service
  }
}
