import Kumiki
import Testing

/// Requests of features in Swift. `test_requests.c` has the rules of requests themselves.
@Suite struct RequestTests {
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

  /// Why a page cannot be had.
  enum Lack: Error, Codable, Equatable { case missing, locked(by: String) }

  struct Fetch: RequestProtocol {
    static let name = "page.fetch"
    typealias Answer = [String]
    typealias Failure = Lack
    static let isSecret = true
    static let restart = RequestRestart.fail
    var page: Int
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var text = ""
    var percent = 0
  }

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row> = []
    var page: [String] = []
    var problem = ""
  }

  enum RowAction: Equatable, CasePathable {
    case load(String), loaded(String), progress(Int), failed(RequestFailure)

    struct AllCasePaths {
      let loaded = CasePath(embed: RowAction.loaded) {
        if case .loaded(let text) = $0 { text } else { nil }
      }
      let progress = CasePath(embed: RowAction.progress) {
        if case .progress(let percent) = $0 { percent } else { nil }
      }
      let failed = CasePath(embed: RowAction.failed) {
        if case .failed(let failure) = $0 { failure } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Equatable, CasePathable {
    case rows(IdentifiedAction<Int, RowAction>)
    case fetch(Int), fetched([String]), lacked(Lack), remove(Int), note(String), plain(Int),
      problem(String), stop

    struct AllCasePaths {
      let rows = CasePath(embed: Action.rows) {
        if case .rows(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private static func fixture(_ start: State = State()) throws -> StoreFixture<State, Action> {
    try StoreFixture(start) {
      Reduce<State, Action> { state, action in
        switch action {
        case .fetch(let page):
          return .request(Fetch(page: page)) {
            .fetched($0)
          } failure: {
            .lacked($0)
          }
        case .plain(let page):
          return .request(Fetch(page: page), answer: { .fetched($0) })
            .catch { .problem("\($0)") }.cancellable(id: "plain")
        case .fetched(let page): state.page = page
        case .lacked(let lack): state.problem = "\(lack)"
        case .problem(let text): state.problem = text
        case .remove(let id): state.rows.remove(id: id)
        case .note(let text): return .request(Line(text: text))
        case .stop: return .cancel(id: "plain")
        case .rows: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) {
        Reduce<Row, RowAction> { row, action in
          switch action {
          case .load(let file):
            return .request(
              Load(file: file), answer: \.loaded, part: \.progress, failure: \.failed)
          case .loaded(let text): row.text = text
          case .progress(let percent): row.percent = percent
          case .failed(let failure): row.text = "! \(failure)"
          }
          return .none
        }
      }
    }
  }

  @Test("B323: a request is a typed question, and its replies are actions of the row that asked")
  func typed() throws {
    let fixture = try Self.fixture(State(rows: [Row(id: 1), Row(id: 2)]))
    try fixture.store.serve(Load.self) { request in
      try request.send(part: 50)
      return "\(request.file) \(request.attempt)"
    }
    fixture.send(.rows(.element(id: 2, action: .load("a.txt"))))
    #expect(fixture.actions.count == 1)
    try fixture.settle()
    #expect(
      fixture.actions == [
        .rows(.element(id: 2, action: .load("a.txt"))),
        .rows(.element(id: 2, action: .progress(50))),
        .rows(.element(id: 2, action: .loaded("a.txt 1"))),
      ])
    #expect(fixture.state.rows[id: 2] == Row(id: 2, text: "a.txt 1", percent: 50))
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.codes == [])
  }

  @Test(
    "B324: the error of a server is the failure, of the request's type, as a message, or for the effect's catch"
  )
  func failures() throws {
    let fixture = try Self.fixture(State(rows: [Row(id: 1)]))
    struct Broken: Error {}
    try fixture.loop.serve(Load.self) { _ in throw Broken() }
    try fixture.loop.serve(Fetch.self) { request in
      throw request.page == 0 ? Broken() : Lack.locked(by: "Bob") as any Error
    }
    fixture.send(.rows(.element(id: 1, action: .load("a.txt"))))
    fixture.send(.fetch(1))
    try fixture.settle()
    #expect(fixture.state.rows[id: 1]?.text == "! Broken()")
    #expect(fixture.state.problem == #"locked(by: "Bob")"#)
    fixture.send(.plain(2))
    try fixture.settle()
    #expect(fixture.actions.last == .problem(#"locked(by: "Bob")"#))
    fixture.send(.plain(0))
    try fixture.settle()
    #expect(fixture.actions.last == .problem("Broken()"))
    #expect(fixture.codes == [])
    // An error that the request's type does not have, without a catch.
    fixture.send(.fetch(0))
    try fixture.settle()
    #expect(fixture.codes == [.effectThrew])
  }

  @Test("B324: a cancelled request cancels the task of its server, and an answered one does not")
  func cancelled() throws {
    let fixture = try Self.fixture(State(rows: [Row(id: 1)]))
    let log = Record<String>()
    try fixture.loop.serve(Load.self) { request in
      do { try await LoopClock(loop: .current).sleep(for: .seconds(5)) } catch {
        log("\(request.file) cancelled \(request.isOver)")
        throw error
      }
      log("\(request.file) done")
      return "x"
    }
    fixture.send(.rows(.element(id: 1, action: .load("a"))))
    fixture.send(.rows(.element(id: 1, action: .load("b"))))
    try fixture.advance(seconds: 1)
    fixture.send(.remove(1))
    try fixture.advance(seconds: 10)
    #expect(log.entries.sorted() == ["a cancelled true", "b cancelled true"])
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.codes == [])
  }

  @Test(
    "B324: a server serves a store or all stores, takes turns, and leaves its requests to others")
  func servers() throws {
    let fixture = try Self.fixture()
    let log = Record<String>()
    fixture.send(.plain(1))
    fixture.send(.plain(2))
    try fixture.settle()
    #expect(fixture.codes == [.requestUnserved, .requestUnserved])
    try fixture.loop.serve(Fetch.self, atMost: 1) { request in
      log("loop \(request.page)")
      try await LoopClock(loop: .current).sleep(for: .seconds(1))
      return ["loop"]
    }
    try fixture.settle()
    #expect(log.entries == ["loop 1"])
    #expect(throws: ServeError.taken) { try fixture.loop.serve(Fetch.self) { _ in [] } }
    #expect(throws: ServeError.unknown) { try fixture.loop.unserve(Load.self) }
    try fixture.advance(seconds: 1)
    #expect(log.entries == ["loop 1", "loop 2"])
    try fixture.store.serve(Fetch.self) { request in ["store", "\(request.attempt)"] }
    try fixture.loop.unserve(Fetch.self)
    try fixture.settle()
    #expect(fixture.state.page == ["store", "2"])
    fixture.store.end()
    #expect(throws: ServeError.ended) { try fixture.store.serve(Load.self) { _ in "" } }
  }

  @Test("B323: a notice is over when its server has received it")
  func notices() throws {
    let fixture = try Self.fixture()
    let log = Record<String>()
    try fixture.loop.serve(Line.self) { log($0.text) }
    fixture.send(.note("a"))
    fixture.send(.note("b"))
    try fixture.settle()
    #expect(log.entries == ["a", "b"])
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.codes == [])
  }

  @Test("B323: the objects of requests are released with their store and loop")
  func released() async {
    await #expect(processExitsWith: .success) {
      try expectNoLeak {
        let fixture = try RequestTests.fixture(RequestTests.State(rows: [Row(id: 1)]))
        try fixture.loop.serve(Load.self) { request in
          if request.file == "b" { try await LoopClock(loop: .current).sleep(for: .seconds(5)) }
          return "x"
        }
        fixture.send(.rows(.element(id: 1, action: .load("a"))))
        fixture.send(.rows(.element(id: 1, action: .load("b"))))
        fixture.send(.fetch(1))
        try fixture.advance(seconds: 1)
      }
    }
  }

  @Test(
    "B323: a restored snapshot of Swift's store keeps what the state asks, and cancels other requests"
  )
  func restored() throws {
    let ends = Record<String>()
    let fixture = try StoreFixture([String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return action == "ask" ? .request(Load(file: "a")) { $0 } : .none
      }
      .running(\.first) { .request(Load(file: $0)) { $0 } }
    }
    try fixture.loop.serve(Load.self) { request in
      do { try await LoopClock(loop: .current).sleep(for: .seconds(5)) } catch {
        ends("\(request.file) cancelled")
        throw error
      }
      return "\(request.file) \(request.attempt)"
    }
    fixture.send("x")
    fixture.send("ask")
    try fixture.advance(seconds: 1)
    try fixture.store.restore(try fixture.store.snapshot())
    try fixture.advance(seconds: 1)
    #expect(ends.entries == ["a cancelled"])
    try fixture.advance(seconds: 4)
    #expect(fixture.state == ["x", "ask", "x 1"])
    #expect(fixture.codes == [])
  }
}
