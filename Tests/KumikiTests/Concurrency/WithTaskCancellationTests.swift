import Kumiki
import Testing

@Suite struct WithTaskCancellationTests {
  private typealias Fixture = StoreFixture<[String], String>

  /// "go" starts work under the id "work" in an effect under "effect"; every other word is
  /// recorded.
  private func fixture(
    cancelInFlight: Bool = false,
    _ work: @escaping @Sendable (Send<String>) async throws -> Void
  ) throws -> Fixture {
    try Fixture([]) {
      Reduce<[String], String> { log, word in
        switch word {
        case "go":
          return .run { send in
            do {
              try await withTaskCancellation(id: "work", cancelInFlight: cancelInFlight) {
                try await work(send)
              }
            } catch {
              await send("stopped \(Task.isCancelled)")
            }
          }
          .cancellable(id: "effect")
        case "cancel": return .cancel(id: "work")
        case "cancel effect": return .cancel(id: "effect")
        case "cancel by task": return .run { _ in Task.cancel(id: "work") }
        default:
          log.append(word)
          return .none
        }
      }
    }
  }

  @Test("X8: the work is stopped by its id, and the effect continues", arguments: ["", " by task"])
  func stopped(how: String) throws {
    let fixture = try fixture { _ in try await Task.never() }
    fixture.send("go")
    try fixture.advance(seconds: 0)
    #expect(fixture.store.effectCount == 2)
    fixture.send("cancel" + how)
    try fixture.advance(seconds: 0)
    #expect(fixture.state == ["stopped false"])
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.issues.isEmpty)
  }

  @Test func `X8: work that ends normally returns its value, and is no longer found`() throws {
    let fixture = try fixture { send in
      let sum = await withTaskCancellation(id: "sum") { 1 + 2 }
      await send("\(sum)")
    }
    fixture.send("go")
    try fixture.advance(seconds: 0)
    #expect(fixture.state == ["3"])
    #expect(fixture.store.effectCount == 0)
  }

  @Test func `X8: the end of the effect stops the work too`() throws {
    let end = LockIsolated(false)
    let fixture = try fixture { _ in
      try? await Task.never()
      end.setValue(true)
    }
    fixture.send("go")
    try fixture.advance(seconds: 0)
    fixture.send("cancel effect")
    try fixture.advance(seconds: 0)
    #expect(end.value)
    #expect(fixture.state == [])
    #expect(fixture.store.effectCount == 0)
  }

  @Test func `X8: cancelInFlight stops the work that runs under the id, never the caller`() throws {
    let fixture = try fixture(cancelInFlight: true) { send in
      await send("begun")
      try await Task.never()
    }
    fixture.send("go")
    try fixture.advance(seconds: 0)
    fixture.send("go")
    try fixture.advance(seconds: 0)
    #expect(fixture.state.sorted() == ["begun", "begun", "stopped false"])
    fixture.send("cancel")
    try fixture.advance(seconds: 0)
    #expect(fixture.state.filter { $0 == "stopped false" }.count == 2)
    #expect(fixture.store.effectCount == 0)
  }

  @Test func `X8: it does not stop an effect that runs under the same id either`() throws {
    let fixture = try Fixture([]) {
      Reduce<[String], String> { log, word in
        if word == "go" {
          return .run { send in
            await withTaskCancellation(id: "work", cancelInFlight: true) { await send("done") }
            await send("after")
          }
          .cancellable(id: "work")
        }
        log.append(word)
        return .none
      }
    }
    fixture.send("go")
    try fixture.advance(seconds: 0)
    #expect(fixture.state == ["done", "after"])
  }

  @Test func `X8: another store's work under the id continues`() throws {
    let one = try fixture { _ in try await Task.never() }
    let other = try fixture { _ in try await Task.never() }
    for fixture in [one, other] {
      fixture.send("go")
      try fixture.advance(seconds: 0)
    }
    one.send("cancel")
    try one.advance(seconds: 0)
    try other.advance(seconds: 0)
    #expect(one.state == ["stopped false"] && other.state == [])
  }

  @Test("X9: outside of effects work is stopped by its id from outside of effects")
  func outside() async throws {
    let begun = LockIsolated(0)
    let work = (0..<2).map { number in
      Task {
        try await withTaskCancellation(id: "WithTaskCancellationTests.\(number)") {
          begun.withValue { $0 += 1 }
          try await Task.never()
        }
      }
    }
    while begun.value < 2 { await Task.yield() }
    Task.cancel(id: "WithTaskCancellationTests.0")
    await #expect(throws: CancellationError.self) { try await work[0].value }
    work[1].cancel()
    await #expect(throws: CancellationError.self) { try await work[1].value }
  }
}
