import Kumiki
import KumikiTesting
import Testing

/// A test store receives the requests of its feature, and answers them.
@MainActor @Suite struct TestStoreRequestTests {
  struct Load: RequestProtocol {
    static let name = "text.load"
    typealias Answer = String
    typealias Part = Int
    var file: String
  }

  struct Line: RequestProtocol {
    static let name = "log"
    typealias Answer = Never
    var text: String
  }

  struct Reader: Reducer {
    struct State: Equatable {
      var text: String?
      var percent = 0
      var problem: String?
    }

    enum Action: Equatable, CasePathable, PrivateCases {
      case open(String), note(String), opened(String), progress(Int), failed(RequestFailure), close

      struct AllCasePaths {
        let opened = CasePath(embed: Action.opened) {
          if case .opened(let text) = $0 { text } else { nil }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
      static var privateCases: [PartialCaseKeyPath<Self>] { [\.opened] }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .open(let file):
        return .request(Load(file: file)) {
          .opened($0)
        } part: {
          .progress($0)
        } failure: {
          .failed($0)
        }
        .cancellable(id: "load")
      case .note(let text): return .request(Line(text: text))
      case .opened(let text): state.text = text
      case .progress(let percent): state.percent = percent
      case .failed(let failure): state.problem = failure.message
      case .close: return .cancel(id: "load")
      }
      return .none
    }
  }

  private func store() -> TestStoreOf<Reader> {
    TestStore(initialState: Reader.State()) { Reader() }
  }

  @Test("B328: a test receives requests in order, and its replies come as actions")
  func replies() async {
    let store = store()
    await store.send(.open("a.txt"))
    await store.send(.open("b.txt"))
    let first = await store.receiveRequest(Load(file: "a.txt"))
    let second = await store.receiveRequest(Load.self)
    #expect(second.question == Load(file: "b.txt"))
    await second.send(part: 50)
    await store.receive(.progress(50)) { $0.percent = 50 }
    await second.answer("B")
    await store.receive(\.opened, "B") { $0.text = "B" }
    await first.fail(RequestFailure("no disk"))
    await store.receive(.failed(RequestFailure("no disk"))) { $0.problem = "no disk" }
  }

  @Test("B328: a test may serve requests by a function")
  func served() async {
    let store = store()
    let lines = LockIsolated<[String]>([])
    store.serve(Load.self) { "the text of \($0.file)" }
    store.serve(Line.self) { line in lines.withValue { $0.append(line.text) } }
    await store.send(.open("a.txt"))
    await store.receive(\.opened) { $0.text = "the text of a.txt" }
    await store.send(.note("done"))
    #expect(lines.value == ["done"])
  }

  @Test("B328: a request left without an answer fails the test, which names its question")
  func left() async {
    let failures = await messages {
      let store = store()
      await store.send(.open("a.txt"))
      await store.receiveRequest(Load(file: "a.txt"))
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.contains(#"a request "text.load" with {"file":"a.txt"}, started by"#) == true)
  }

  @Test("B328: another request, none, and a reply to one that is over fail the test")
  func mistakes() async {
    let failures = await messages {
      let store = store()
      await store.receiveRequest(Load(file: "a.txt"))
      await store.send(.open("b.txt"))
      await store.receiveRequest(Load(file: "a.txt"))
      await store.send(.note("x"))
      await store.receiveRequest(Load(file: "a.txt"))
      await store.send(.open("c.txt"))
      let last = await store.receiveRequest(Load(file: "c.txt"))
      await store.send(.close)
      await last.answer("C")
      await store.skipInFlightEffects()
    }
    let expected = [
      "Expected the request\n\n    TestStoreRequestTests.Load(file: \"a.txt\")\n\nand none waits",
      "Another request waits for an answer (- expected, + received):\n\n"
        + "    - TestStoreRequestTests.Load(file: \"a.txt\")\n"
        + "    + TestStoreRequestTests.Load(file: \"b.txt\")\n",
      "    + TestStoreRequestTests.Line(text: \"x\")\n",
      "The request is over: it was answered or cancelled.",
    ]
    #expect(failures.count == expected.count)
    for (failure, text) in zip(failures, expected) { #expect(failure.contains(text)) }
  }

  @Test("M215: a test store sends private cases")
  func privateCases() async {
    let store = store()
    await store.send(.opened("x")) { $0.text = "x" }
  }
}
