public import CKumiki
public import CKumikiRuntime

internal import Kumiki
internal import KumikiJSON
internal import KumikiTestCore

// The calls of a test, as test_calls.c makes them. JSON that a program hands over is taken first of
// all, so that it is freed on every way out.

/// JSON that the program has handed over; nil for NULL.
private func taken(_ node: UnsafeMutablePointer<json_t>?) -> JSON? {
  node.map { JSON(stealing: $0) }
}

/// JSON that must be there, and not too deep.
private func required(_ json: JSON?, _ what: String) throws -> JSON {
  guard let json else { throw Failure.isNull(what) }
  try JSONMeasure.check(json)
  return json
}

private func expectation(_ changes: JSON?) -> TestStoreHandle.Bench.Expectation? {
  changes.map { TestChanges.expectation($0) }
}

/// Does a call on the test store behind a pointer.
private func perform(
  _ test: OpaquePointer?, _ name: String, _ call: UnsafeMutablePointer<kumiki_test_call>!,
  _ body: (TestStoreHandle.Bench, TestPlace) throws -> Void
) -> Bool {
  Handle<TestStoreHandle>.borrow(test)?.perform(name, call, body) ?? false
}

@_cdecl("kumiki_test_free") @implementation
public func kumiki_test_free(
  _ test: OpaquePointer!, _ call: UnsafeMutablePointer<kumiki_test_call>!
) {
  guard let handle = Handle<TestStoreHandle>.borrow(test), handle.end(call) else { return }
  Handle<TestStoreHandle>.free(test)
}

// MARK: - Send

@_cdecl("kumiki_test_send") @implementation
public func kumiki_test_send(
  _ test: OpaquePointer!, _ action: UnsafeMutablePointer<json_t>!,
  _ changes: UnsafeMutablePointer<json_t>!, _ call: UnsafeMutablePointer<kumiki_test_call>!,
  _ holds: UnsafeMutablePointer<Bool>!
) -> OpaquePointer! {
  let (action, changes) = (taken(action), taken(changes))
  guard let handle = Handle<TestStoreHandle>.borrow(test) else {
    holds.pointee = false
    return nil
  }
  var sent: StoreTask?
  holds.pointee = handle.perform("kmk_test_send", call) { bench, place in
    let action = try required(action, "action")
    do {
      sent = try bench.send(action, expect: expectation(changes), at: place) {
        try action.withNode { try handle.store.send($0) }
      }
    } catch let error where !(error is JSONError) {
      throw error
    } catch {
      bench.reportMismatch(action, error, at: place)
    }
  }
  return sent.map { TaskHandle($0, handle.store).retained() }
}

// MARK: - Receive

/// Receives what a matcher wants; `matcher` throws what is wrong with the arguments.
///
/// It is given the store under test, because the feature decides which spellings are one action.
private func receive(
  _ test: OpaquePointer?, _ name: String, _ changes: JSON?,
  _ call: UnsafeMutablePointer<kumiki_test_call>!,
  _ matcher: (any StoreSource) throws -> TestMatcher<JSON>
) -> Bool {
  guard let handle = Handle<TestStoreHandle>.borrow(test) else { return false }
  return handle.perform(name, call) { bench, place in
    bench.receive(try matcher(handle.store.source), expect: expectation(changes), at: place)
  }
}

@_cdecl("kumiki_test_receive") @implementation
public func kumiki_test_receive(
  _ test: OpaquePointer!, _ action: UnsafeMutablePointer<json_t>!,
  _ changes: UnsafeMutablePointer<json_t>!, _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  let action = taken(action)
  return receive(test, "kmk_test_receive", taken(changes), call) { source in
    let action = try required(action, "action")
    let wanted = source.spelt(action)
    return TestMatcher("\(action)", matches: { source.spelt($0) == wanted }) {
      JSONLineDiff.text(wanted, source.spelt($0))
    }
  }
}

@_cdecl("kumiki_test_receive_case") @implementation
public func kumiki_test_receive_case(
  _ test: OpaquePointer!, _ case_path: UnsafePointer<CChar>!,
  _ changes: UnsafeMutablePointer<json_t>!, _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  receive(test, "kmk_test_receive_case", taken(changes), call) { _ in
    let path = try casePath(case_path, "case_path")
    return TestMatcher("an action of the case \(path.text)") { action in
      action.withNode { JSONCaseScan.payload(of: $0, path: case_path) != nil }
    }
  }
}

@_cdecl("kumiki_test_receive_payload") @implementation
public func kumiki_test_receive_payload(
  _ test: OpaquePointer!, _ case_path: UnsafePointer<CChar>!,
  _ payload: UnsafeMutablePointer<json_t>!, _ changes: UnsafeMutablePointer<json_t>!,
  _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  let payload = taken(payload)
  return receive(test, "kmk_test_receive_payload", taken(changes), call) { source in
    let path = try casePath(case_path, "case_path")
    let payload = try required(payload, "payload")
    // The same action with the payload that is wanted; of another case, that case.
    let same = { path.replacingPayload(of: $0, with: payload).map(source.spelt) }
    let wanted = path.wrap(payload)
    return TestMatcher("\(wanted)", matches: { same($0) == source.spelt($0) }) {
      JSONLineDiff.text(same($0) ?? wanted, source.spelt($0))
    }
  }
}

@_cdecl("kumiki_test_receive_if") @implementation
public func kumiki_test_receive_if(
  _ test: OpaquePointer!, _ matches: kmk_test_match_fn!, _ user_data: UnsafeMutableRawPointer!,
  _ changes: UnsafeMutablePointer<json_t>!, _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  receive(test, "kmk_test_receive_if", taken(changes), call) { _ in
    guard let matches else { throw Failure.isNull("matches") }
    return TestMatcher("an action that the function accepts") { action in
      action.withNode { matches($0, user_data) }
    }
  }
}

// MARK: - Time and account

@_cdecl("kumiki_test_advance") @implementation
public func kumiki_test_advance(
  _ test: OpaquePointer!, _ nanoseconds: UInt64, _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  perform(test, "kmk_test_advance", call) { bench, _ in
    guard nanoseconds <= UInt64(Int64.max) - min(bench.loop.now, UInt64(Int64.max)) else {
      throw Failure.invalid("the clock ends at INT64_MAX nanoseconds")
    }
    bench.advance(nanoseconds: nanoseconds)
  }
}

@_cdecl("kumiki_test_skip_received") @implementation
public func kumiki_test_skip_received(
  _ test: OpaquePointer!, _ strict: Bool, _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  perform(test, "kmk_test_skip_received", call) { $0.skipReceived(isStrict: strict, at: $1) }
}

@_cdecl("kumiki_test_skip_in_flight") @implementation
public func kumiki_test_skip_in_flight(
  _ test: OpaquePointer!, _ strict: Bool, _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  perform(test, "kmk_test_skip_in_flight", call) { $0.skipInFlight(isStrict: strict, at: $1) }
}

@_cdecl("kumiki_test_finish") @implementation
public func kumiki_test_finish(
  _ test: OpaquePointer!, _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  perform(test, "kmk_test_finish", call) { $0.finish(at: $1) }
}

@_cdecl("kumiki_test_finish_task") @implementation
public func kumiki_test_finish_task(
  _ test: OpaquePointer!, _ task: OpaquePointer!, _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  perform(test, "kmk_test_finish_task", call) { bench, place in
    guard let handle = Handle<TaskHandle>.borrow(task), !handle.isEnded else { return }
    guard handle.loop === bench.loop else {
      throw Failure.invalid("the task is of another store")
    }
    bench.finish(handle.task, at: place)
  }
}

@_cdecl("kumiki_test_assert") @implementation
public func kumiki_test_assert(
  _ test: OpaquePointer!, _ changes: UnsafeMutablePointer<json_t>!,
  _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  let changes = taken(changes)
  return perform(test, "kmk_test_assert", call) { bench, place in
    guard let changes else { throw Failure.isNull("changes") }
    bench.check(TestChanges.expectation(changes), at: place)
  }
}

// MARK: - Dependencies

@_cdecl("kumiki_test_set_dependency") @implementation
public func kumiki_test_set_dependency(
  _ test: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ value: UnsafeMutablePointer<json_t>!,
  _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  let value = taken(value)
  guard let handle = Handle<TestStoreHandle>.borrow(test) else { return false }
  return handle.perform("kmk_test_set_dependency", call) { _, _ in
    let key = try text(key, "key")
    StandardDependency.set(key, try required(value, "value"), in: &handle.store.source.dependencies)
  }
}

@_cdecl("kumiki_test_set_dependency_pointer") @implementation
public func kumiki_test_set_dependency_pointer(
  _ test: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ service: UnsafeMutableRawPointer!,
  _ free_fn: kmk_free_fn!, _ call: UnsafeMutablePointer<kumiki_test_call>!
) -> Bool {
  let service = Service(userData: UserData(service, free_fn))
  guard let handle = Handle<TestStoreHandle>.borrow(test) else { return false }
  return handle.perform("kmk_test_set_dependency_pointer", call) { _, _ in
    handle.store.source.dependencies[named: try text(key, "key")] = service
  }
}
