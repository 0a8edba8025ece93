public import CKumiki
public import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON
internal import KumikiTestCore

// The Swift side of the calls in test_calls.c. JSON from the program is taken first, so that every exit frees it.

@c @implementation public func kumiki_test_store_free(
  _ test: CHandle!, _ call: COut<kumiki_test_call>!
) {
  let call = TestCall(test, call)
  if call.test?.end(call) == true { Handle<TestStoreHandle>.free(test) }
}

// MARK: - Send

@c @implementation public func kumiki_test_send(
  _ test: CHandle!, _ action: CNewJSON!, _ changes: CNewJSON!, _ task: COut<CHandle?>!,
  _ call: COut<kumiki_test_call>!
) -> Bool {
  let (action, changes) = (taken(action), taken(changes))
  return send(TestCall(test, call), Out(task)) { (try required(action, "action"), changes) }
}

/// Sends the action that `values` makes from the arguments, with its expected changes.
@safe private func send(
  _ call: TestCall, _ sent: Out<CHandle?> = Out(nil), function: StaticString = #function,
  _ values: () throws -> (action: JSON, changes: JSON?)
) -> Bool {
  call.perform(function: function) { test, place in
    let (action, changes) = try values()
    do {
      let task = try test.driver.send(
        action, expect: test.expectation(changes), at: place
      ) {
        try action.withNode { try test.store.sendTest($0) }
      }
      if unsafe sent.isGiven, let task { unsafe sent.give(TaskHandle(task, test.store).retained()) }
    } catch let error as JSONError {
      test.driver.reportMismatch(action, error, at: place)
    }
  }
}

@c @implementation public func kumiki_test_send_text(
  _ test: CHandle!, _ action: CText!, _ changes: CText!, _ call: COut<kumiki_test_call>!
) -> Bool {
  send(TestCall(test, call)) { try texts(CStringView(action), CStringView(changes)) }
}

@c @implementation public func kumiki_test_sendf(
  _ test: CHandle!, _ values: CNewJSON!, _ mistake: CText!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let values = taken(values)
  return send(TestCall(test, call)) { try packed(values, CStringView(mistake)) }
}

/// Reads an action and its changes, each given as JSON text. The changes may be NULL.
private func texts(
  _ action: CStringView?, _ changes: CStringView?
) throws -> (action: JSON, changes: JSON?) {
  (try quoted(action, "action"), try changes.map { try quoted($0, "changes") })
}

/// Reads an action and its changes from a value of json_pack: `[action]` or `[action, changes]`.
private func packed(
  _ values: JSON?, _ mistake: CStringView?
) throws -> (action: JSON, changes: JSON?) {
  guard let values else { throw Failure.invalid("the format: \(mistake?.string ?? "")") }
  let action = values[JSONPointer.root.appending(index: 0)]
  guard values.kind == .array, let action, values.count <= 2 else {
    throw Failure.invalid("the format makes [ACTION] or [ACTION, CHANGES], not \(values)")
  }
  return (
    try required(action, "action"), values[JSONPointer.root.appending(index: 1)]
  )
}

// MARK: - Receive

/// Receives what `expected` makes from the arguments: a matcher, and the action's changes. `expected` throws if an
/// argument is wrong.
///
/// `expected` gets the store under test, because the feature decides which spellings mean the same action.
private func receive(
  _ call: TestCall, count: Int = 1, function: StaticString = #function,
  _ expected: (any StoreSource) throws -> (matcher: TestMatcher<JSON>, changes: JSON?)
) -> Bool {
  call.perform(function: function) { test, place in
    let (matcher, changes) = try expected(test.store.source)
    guard count > 0 else { throw Failure.invalid("count is 0") }
    test.driver.receive(matcher, count: count, expect: test.expectation(changes), at: place)
  }
}

/// Returns a matcher for an action in any spelling.
func matcher(_ action: JSON, _ source: any StoreSource) -> TestMatcher<JSON> {
  let wanted = source.canonical(action)
  return TestMatcher("\(action)", matches: { source.canonical($0) == wanted }) {
    JSONLineDiff.text(wanted, source.canonical($0))
  }
}

@c @implementation public func kumiki_test_receive(
  _ test: CHandle!, _ action: CNewJSON!, _ changes: CNewJSON!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let (action, changes) = (taken(action), taken(changes))
  return receive(TestCall(test, call)) { (matcher(try required(action, "action"), $0), changes) }
}

@c @implementation public func kumiki_test_receive_text(
  _ test: CHandle!, _ action: CText!, _ changes: CText!, _ call: COut<kumiki_test_call>!
) -> Bool {
  receive(TestCall(test, call)) { source in
    let (action, changes) = try texts(CStringView(action), CStringView(changes))
    return (matcher(action, source), changes)
  }
}

@c @implementation public func kumiki_test_receivef(
  _ test: CHandle!, _ values: CNewJSON!, _ mistake: CText!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let values = taken(values)
  return receive(TestCall(test, call)) { source in
    let (action, changes) = try packed(values, CStringView(mistake))
    return (matcher(action, source), changes)
  }
}

@c @implementation public func kumiki_test_receive_case(
  _ test: CHandle!, _ case_path: CText!, _ changes: CNewJSON!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let changes = taken(changes)
  return receive(TestCall(test, call)) { _ in (try matcher(ofCase: case_path), changes) }
}

/// Returns a matcher for any action of a case.
@safe private func matcher(ofCase text: CText?) throws -> TestMatcher<JSON> {
  let path = try casePath(text, "case_path")
  // The string belongs to the caller until the call returns, and so does the matcher.
  let kept = unsafe UncheckedSendable(text)
  return TestMatcher("an action of the case \(path.text)") { action in
    action.withNode { payload(of: $0, unsafe CStringView(kept.value)) != nil }
  }
}

@c @implementation public func kumiki_test_receive_count(
  _ test: CHandle!, _ count: Int, _ case_path: CText!, _ changes: CNewJSON!,
  _ call: COut<kumiki_test_call>!
) -> Bool {
  let changes = taken(changes)
  return receive(TestCall(test, call), count: Int(clamping: UInt(bitPattern: count))) { _ in
    (try matcher(ofCase: case_path), changes)
  }
}

@c @implementation public func kumiki_test_advance_receiving(
  _ test: CHandle!, _ nanoseconds: UInt64, _ count: Int, _ case_path: CText!,
  _ changes: CNewJSON!, _ call: COut<kumiki_test_call>!
) -> Bool {
  let changes = taken(changes)
  return TestCall(test, call).perform { test, place in
    let matcher = try matcher(ofCase: case_path)
    let count = Int(clamping: UInt(bitPattern: count))
    guard count > 0 else { throw Failure.invalid("count is 0") }
    try test.advance(nanoseconds)
    test.driver.receive(matcher, count: count, expect: test.expectation(changes), at: place)
  }
}

@c @implementation public func kumiki_test_expect_row(
  _ test: CHandle!, _ rows_pointer: CText!, _ id: CNewJSON!, _ changes: CText!,
  _ call: COut<kumiki_test_call>!
) -> Bool {
  let id = taken(id)
  return TestCall(test, call).perform { test, place in
    test.expect(
      TestRowChanges(
        rows: try pointer(rows_pointer, "rows_pointer"), id: try required(id, "id"),
        changes: try quoted(CStringView(changes), "changes"), place: place))
  }
}

@c @implementation public func kumiki_test_receive_payload(
  _ test: CHandle!, _ case_path: CText!, _ payload: CNewJSON!, _ changes: CNewJSON!,
  _ call: COut<kumiki_test_call>!
) -> Bool {
  let (payload, changes) = (taken(payload), taken(changes))
  return receive(TestCall(test, call)) { source in
    let path = try casePath(case_path, "case_path")
    let payload = try required(payload, "payload")
    // The received action with the expected payload. If the received action is another case, the expected action.
    let same = { path.replacingPayload(of: $0, with: payload).map(source.canonical) }
    let wanted = path.wrap(payload)
    let matcher = TestMatcher<JSON>(
      "\(wanted)", matches: { same($0) == source.canonical($0) },
      difference: { JSONLineDiff.text(same($0) ?? wanted, source.canonical($0)) })
    return (matcher, changes)
  }
}

@c @implementation public func kumiki_test_receive_if(
  _ test: CHandle!, _ matches: kmk_test_match_fn!, _ user_data: CData!, _ changes: CNewJSON!,
  _ call: COut<kumiki_test_call>!
) -> Bool {
  let changes = taken(changes)
  return receive(TestCall(test, call)) { _ in
    let matches = try Callback(matches, user_data).get()
    return (TestMatcher("an action that the function accepts", matches: matches), changes)
  }
}
