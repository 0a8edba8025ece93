internal import CKumiki
public import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON
internal import KumikiTestCore

@c @implementation public func kumiki_test_expect_request(
  _ test: CHandle!, _ name: CText!, _ question: CText!, _ call: COut<kumiki_test_call>!
) -> Bool {
  TestCall(test, call).perform { test, _ in
    let name = try requestName(name)
    let question = try CStringView(question).map { try quoted($0, "question") }
    try test.expectRequest(name, question)
  }
}

@c @implementation public func kumiki_test_answer(
  _ test: CHandle!, _ answer: CText!, _ changes: CText!, _ call: COut<kumiki_test_call>!
) -> Bool {
  reply(.answer, "answer", TestCall(test, call), CStringView(answer), CStringView(changes))
}

@c @implementation public func kumiki_test_fail_request(
  _ test: CHandle!, _ failure: CText!, _ changes: CText!, _ call: COut<kumiki_test_call>!
) -> Bool {
  reply(.failure, "failure", TestCall(test, call), CStringView(failure), CStringView(changes))
}

@c @implementation public func kumiki_test_part(
  _ test: CHandle!, _ part: CText!, _ changes: CText!, _ call: COut<kumiki_test_call>!
) -> Bool {
  reply(.part(key: nil), "part", TestCall(test, call), CStringView(part), CStringView(changes))
}

/// Replies to the last request that the test has expected, and receives the action.
private func reply(
  _ kind: RequestReply.Kind, _ what: String, _ call: TestCall, _ value: CStringView?,
  _ changes: CStringView?, function: StaticString = #function
) -> Bool {
  call.perform(function: function) { test, place in
    let value = try quoted(value, what)
    let changes = try changes.map { try quoted($0, "changes") }
    guard let request = test.expectedRequest else {
      throw Failure.invalid("no request is expected that is still in flight")
    }
    let reply = RequestReply(kind, value)
    let action = Guarded<JSON?>(nil)
    try request.check(
      reply, by: ActionCheck<JSONAction> { whole in action.withLock { $0 = whole.json } })
    try RequestHandle(request).reply(kind, value)
    if kind == .failure,
      test.store.core.listedRequests.contains(where: { $0.entry.knownID == request.id })
    {
      test.expectedRequests.removeAll { $0 == request.id }
      if changes != nil {
        throw Failure.invalid("the request is tried again, which changes nothing")
      }
      return
    }
    guard let action = action.withLock({ $0 }) else {
      if changes != nil { throw Failure.invalid("the failure is no action, so it changes nothing") }
      return
    }
    test.driver.receive(
      matcher(action, test.store.source), expect: test.expectation(changes), at: place)
  }
}

extension TestStoreHandle {
  /// Expects a request; see `kmk_test_expect_request`.
  ///
  /// - Parameter question: nil for any question.
  fileprivate func expectRequest(_ name: String, _ question: JSON?) throws {
    let requests = store.core.requests.inFlight.compactMap(\.request)
    guard let next = requests.first(where: { !expectedRequests.contains($0.id) }) else {
      throw Failure.invalid("expected the request \"\(name)\"; no further request is in flight")
    }
    expectedRequests.append(next.id)
    let fits = next.question.name == name && (question == nil || next.question.json == question)
    if fits { return }
    let wanted = question.map { " with \($0)" } ?? ""
    throw Failure.invalid(
      "expected the request \"\(name)\"\(wanted), found \(next.question.text)")
  }

  /// The last request that the test has expected, unless it is over.
  fileprivate var expectedRequest: Request? {
    expectedRequests.last.flatMap(store.core.requests.find)
  }
}
