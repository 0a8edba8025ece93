public import Kumiki
internal import KumikiTestCore

extension TestStore {
  /// Expects a request as the next one that waits for an answer.
  ///
  ///     await store.send(.load) { $0.isLoading = true }
  ///     let request = await store.receiveRequest(FetchImage(url: "cat.png"))
  ///     await request.answer(cat)
  ///     await store.receive(\.imageLoaded) { ($0.isLoading, $0.image) = (false, cat) }
  ///
  /// A request that is left without an answer fails the test, like any effect that is still running. A notice is over when
  /// the test has received it.
  ///
  /// - Parameters:
  ///   - expected: the request.
  ///   - timeout: the longest time to wait for running effects; ``timeout`` by default.
  @discardableResult
  public func receiveRequest<Question: RequestProtocol>(
    _ expected: Question, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestRequest<Question> {
    let site = enter(TestSite(fileID, filePath, line, column))
    return await receiveRequest(StateDump.text(expected), timeout, site) { (question: Question) in
      question == expected ? nil : StateDump.difference(expected, question)
    }
  }

  /// Expects a request of a type as the next one that waits for an answer.
  ///
  /// - Parameters:
  ///   - type: the type of the request.
  ///   - timeout: the longest time to wait for running effects; ``timeout`` by default.
  @discardableResult
  public func receiveRequest<Question: RequestProtocol>(
    _ type: Question.Type, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestRequest<Question> {
    let site = enter(TestSite(fileID, filePath, line, column))
    return await receiveRequest("a \(Question.self)", timeout, site) { (_: Question) in nil }
  }

  /// Serves the requests of a type's name in this test, instead of expecting each.
  ///
  /// - Parameters:
  ///   - request: the type of the requests.
  ///   - serve: returns the answer.
  public func serve<Question: RequestProtocol>(
    _ request: Question.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    _ serve:
      @escaping @Sendable (_ request: ServedRequest<Question>) async throws -> Question.Answer
  ) {
    let site = enter(TestSite(fileID, filePath, line, column))
    serving(site) { try live.serve(request, atMost: 0, serve) }
  }

  /// Serves notices of a type's name in this test.
  ///
  /// - Parameters:
  ///   - request: the type of the notices.
  ///   - receive: receives a notice.
  public func serve<Question: RequestProtocol<Never>>(
    _ request: Question.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    _ receive: @escaping @Sendable (_ request: ServedRequest<Question>) async throws -> Void
  ) {
    let site = enter(TestSite(fileID, filePath, line, column))
    serving(site) { try live.serve(request, atMost: 0, receive) }
  }

  private func serving(_ site: TestSite, _ body: () throws -> Void) {
    do { try loop.asOwner(body) } catch {
      on { $0.fail("The name cannot be served: \(error).", at: site) }
    }
  }

  /// - Parameter difference: returns lines that show how a question differs from the expected one; nil if they are equal.
  private func receiveRequest<Question: RequestProtocol>(
    _ expected: String, _ timeout: Duration?, _ site: TestSite,
    _ difference: (Question) -> String?
  ) async -> TestRequest<Question> {
    await settle(timeout) { _ in !waiting.isEmpty }
    var next = waiting.first
    if exhaustivity != .on {
      next = waiting.first { read($0, as: Question.self).map { difference($0) == nil } ?? false }
    }
    guard let next else {
      on {
        $0.fail(
          "Expected the request\n\n    \(expected)\n\nand none waits for an answer.", at: site)
      }
      return TestRequest(nil, self)
    }
    expectedRequests.append(next.id)
    var found = "- \(expected)\n+ \(StateDump.text(next.question.value.content))"
    if let question = read(next, as: Question.self) {
      guard let lines = difference(question) else {
        if !next.question.isAnswered { on { _ in next.received() } }
        return TestRequest(next, self)
      }
      found = lines
    }
    let lines = found.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    on {
      $0.fail(
        "Another request waits for an answer (- expected, + received):\n\n\(lines)\n\n"
          + "Requests are received in the order in which effects asked them.", at: site)
    }
    return TestRequest(nil, self)
  }

  private func read<Question: RequestProtocol>(
    _ request: Request, as _: Question.Type
  ) -> Question? {
    guard request.question.name == Question.name else { return nil }
    return try? Question.read(request.question.value.content)
  }

  /// The requests without a server that the test has not received, oldest first.
  private var waiting: [Request] {
    on { [live, expectedRequests] _ in
      live.requests.inFlight.compactMap { entry in
        guard entry.phase == .unserved, let request = entry.request,
          !expectedRequests.contains(request.id)
        else { return nil }
        return request
      }
    }
  }
}

/// A request that a test has received, and answers.
@MainActor
public struct TestRequest<Question: RequestProtocol> {
  /// Nil if the test received another request, which was reported.
  private let base: Request?
  private let replying: (Request, RequestReply, TestSite) async -> Void

  init<State, Action>(_ base: Request?, _ store: TestStore<State, Action>) {
    self.base = base
    replying = { [weak store] request, reply, site in
      guard let store else { return }
      store.enter(site)
      store.on { driver in
        do { try request.replying(reply) } catch ReplyError.over {
          driver.fail("The request is over: it was answered or cancelled.", at: site)
        } catch {
          driver.fail("The feature does not accept the reply: \(error).", at: site)
        }
      }
      // A retry may ask it again under its id.
      if reply.kind == .failure { store.expectedRequests.removeAll { $0 == request.id } }
      await store.settle()
    }
  }

  /// The question; nil if the test received another request.
  public var question: Question? { base.flatMap { try? Question.read($0.question.value.content) } }

  /// Answers the request. The test receives the action that the answer becomes.
  public func answer(
    _ answer: Question.Answer,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async { await reply(RequestReply(.answer, answer), TestSite(fileID, filePath, line, column)) }

  /// Sends a part before the answer.
  public func send(
    part: Question.Part,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await reply(RequestReply(.part(key: nil), part), TestSite(fileID, filePath, line, column))
  }

  /// Lets the request fail.
  public func fail(
    _ failure: Question.Failure,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await reply(
      RequestReply(.failure, failure, error: failure), TestSite(fileID, filePath, line, column))
  }

  private func reply(_ reply: RequestReply, _ site: TestSite) async {
    if let base { await replying(base, reply, site) }
  }
}
