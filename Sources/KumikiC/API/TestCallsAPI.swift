public import CKumiki
public import CKumikiCalls

internal import Kumiki
internal import KumikiJSON
internal import KumikiTestCore

// The calls of a test, made by test_calls.c. JSON from the program is taken first, so that it is freed on
// every way out.

/// Performs a call on the test store behind a pointer; false if there is none.
@safe func performing(
  _ test: CHandle?, _ name: String, _ call: COut<kumiki_test_call>!,
  _ body: (TestStoreHandle, TestPlace) throws -> Void
) -> Bool {
  Handle<TestStoreHandle>.borrow(test)?.perform(name, call, body) ?? false
}

@c @implementation public func kumiki_test_free(_ test: CHandle!, _ call: COut<kumiki_test_call>!) {
  guard let handle = Handle<TestStoreHandle>.borrow(test), handle.end(call) else { return }
  Handle<TestStoreHandle>.free(test)
}

// MARK: - Send

@c @implementation public func kumiki_test_send(
  _ test: CHandle!, _ action: CNewJSON!, _ changes: CNewJSON!, _ call: COut<kumiki_test_call>!,
  _ holds: COut<Bool>!
) -> CHandle! {
  let (action, changes) = (taken(action), taken(changes))
  return send(test, "kmk_test_send", call, holds) { (try required(action, "action"), changes) }
}

/// Sends the action that `values` makes from the arguments, with its expected changes.
@safe private func send(
  _ test: CHandle?, _ name: String, _ call: COut<kumiki_test_call>!, _ holds: COut<Bool>!,
  _ values: () throws -> (action: JSON, changes: JSON?)
) -> CHandle? {
  var sent: TaskHandle?
  let isPassed = performing(test, name, call) { test, place in
    let (action, changes) = try values()
    do {
      let task = try test.bench.send(
        action, expect: changes.map(TestChanges.expectation), at: place
      ) {
        try action.withNode { try test.store.send($0) }
      }
      sent = task.map { TaskHandle($0, test.store) }
    } catch let error as JSONError {
      test.bench.reportMismatch(action, error, at: place)
    }
  }
  give(isPassed, to: holds)
  return sent?.retained()
}

@c @implementation public func kumiki_test_send_text(
  _ test: CHandle!, _ action: CText!, _ changes: CText!, _ call: COut<kumiki_test_call>!,
  _ holds: COut<Bool>!
) -> CHandle! {
  send(test, "kmk_test_send_text", call, holds) { try texts(action, changes) }
}

@c @implementation public func kumiki_test_send_packed(
  _ test: CHandle!, _ values: CNewJSON!, _ mistake: CText!, _ call: COut<kumiki_test_call>!,
  _ holds: COut<Bool>!
) -> CHandle! {
  let values = taken(values)
  return send(test, "kmk_test_sendf", call, holds) { try packed(values, mistake) }
}

/// An action and its changes, each given as text. The changes may be NULL.
@safe private func texts(
  _ action: CText?, _ changes: CText?
) throws -> (action: JSON, changes: JSON?) {
  let action = try TestText.json(action, "action")
  guard CStringView(changes) != nil else { return (action, nil) }
  return (action, try TestText.json(changes, "changes"))
}

/// An action and its changes, made by json_pack: `[action]` or `[action, changes]`.
@safe private func packed(
  _ values: JSON?, _ mistake: CText?
) throws -> (action: JSON, changes: JSON?) {
  guard let values else { throw Failure.invalid("the format: \(try text(mistake, "the format"))") }
  let action = values[JSONPointer.root.appending(index: 0)]
  guard values.kind == .array, let action, values.count <= 2 else {
    throw Failure.invalid("the format makes [ACTION] or [ACTION, CHANGES], not \(values)")
  }
  return (
    try required(action, "action"), values[JSONPointer.root.appending(index: 1)]
  )
}

// MARK: - Receive

/// Receives an action that a matcher accepts. `matcher` throws if an argument is wrong.
///
/// It gets the store under test, because the feature decides which spellings are the same action.
@safe private func receive(
  _ test: CHandle?, _ name: String, _ changes: CNewJSON?, _ call: COut<kumiki_test_call>!,
  _ matcher: (any StoreSource) throws -> TestMatcher<JSON>
) -> Bool {
  let changes = taken(changes)
  return receive(test, name, call) { (try matcher($0), changes) }
}

/// Receives what `expected` makes from the arguments: a matcher, and the changes of the action.
@safe private func receive(
  _ test: CHandle?, _ name: String, _ call: COut<kumiki_test_call>!,
  _ expected: (any StoreSource) throws -> (matcher: TestMatcher<JSON>, changes: JSON?)
) -> Bool {
  performing(test, name, call) { test, place in
    let (matcher, changes) = try expected(test.store.source)
    test.bench.receive(matcher, expect: changes.map(TestChanges.expectation), at: place)
  }
}

/// Matches an action in any spelling.
private func matcher(_ action: JSON, _ source: any StoreSource) -> TestMatcher<JSON> {
  let wanted = source.spelt(action)
  return TestMatcher("\(action)", matches: { source.spelt($0) == wanted }) {
    JSONLineDiff.text(wanted, source.spelt($0))
  }
}

@c @implementation public func kumiki_test_receive(
  _ test: CHandle!, _ action: CNewJSON!, _ changes: CNewJSON!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let action = taken(action)
  return receive(test, "kmk_test_receive", changes, call) {
    matcher(try required(action, "action"), $0)
  }
}

@c @implementation public func kumiki_test_receive_text(
  _ test: CHandle!, _ action: CText!, _ changes: CText!, _ call: COut<kumiki_test_call>!
) -> Bool {
  receive(test, "kmk_test_receive_text", call) { source in
    let (action, changes) = try texts(action, changes)
    return (matcher(action, source), changes)
  }
}

@c @implementation public func kumiki_test_receive_packed(
  _ test: CHandle!, _ values: CNewJSON!, _ mistake: CText!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let values = taken(values)
  return receive(test, "kmk_test_receivef", call) { source in
    let (action, changes) = try packed(values, mistake)
    return (matcher(action, source), changes)
  }
}

@c @implementation public func kumiki_test_receive_case(
  _ test: CHandle!, _ case_path: CText!, _ changes: CNewJSON!, _ call: COut<kumiki_test_call>!
) -> Bool {
  receive(test, "kmk_test_receive_case", changes, call) { _ in
    let path = try casePath(case_path, "case_path")
    return TestMatcher("an action of the case \(path.text)") { action in
      action.withNode { payload(of: lent($0), case_path) != nil }
    }
  }
}

@c @implementation public func kumiki_test_receive_payload(
  _ test: CHandle!, _ case_path: CText!, _ payload: CNewJSON!, _ changes: CNewJSON!,
  _ call: COut<kumiki_test_call>!
) -> Bool {
  let payload = taken(payload)
  return receive(test, "kmk_test_receive_payload", changes, call) { source in
    let path = try casePath(case_path, "case_path")
    let payload = try required(payload, "payload")
    // The received action with the expected payload. If it is another case, the expected action.
    let same = { path.replacingPayload(of: $0, with: payload).map(source.spelt) }
    let wanted = path.wrap(payload)
    return TestMatcher("\(wanted)", matches: { same($0) == source.spelt($0) }) {
      JSONLineDiff.text(same($0) ?? wanted, source.spelt($0))
    }
  }
}

@c @implementation public func kumiki_test_receive_if(
  _ test: CHandle!, _ matches: kmk_test_match_fn!, _ user_data: CData!, _ changes: CNewJSON!,
  _ call: COut<kumiki_test_call>!
) -> Bool {
  receive(test, "kmk_test_receive_if", changes, call) { _ in
    TestMatcher(
      "an action that the function accepts",
      matches: try Callback(matches, user_data).get())
  }
}
