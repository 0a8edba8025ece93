import Kumiki
import Testing

@Suite struct CancelTests {
  /// "start" returns `effect`, "stop" cancels "x".
  static func fixture(
    _ effect: @escaping () -> Effect<String>
  ) throws -> StoreFixture<[String], String> {
    try scripted { word in
      switch word {
      case "start": effect()
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
  }

  @Test func `B17: a body that ignores its cancellation delivers nothing more`() throws {
    let events = Record<String>()
    let fixture = try Self.fixture {
      .run { send in
        await sleepDeafToCancellation(seconds: 1)
        events("sends")
        await send("a")
        await sleepDeafToCancellation(seconds: 1)
        await send("b")
        events("has sent")
      }
      .cancellable(id: "x")
    }
    fixture.send("start")
    try fixture.settle()
    fixture.send("stop")
    try fixture.advance(seconds: 5)
    #expect(events.entries == ["sends", "has sent"])
    #expect(fixture.actions == ["start", "stop"])
    #expect(fixture.codes == [])
  }

  @Test func `B17: nor do the tasks that it made, which were not cancelled with it`() throws {
    let events = Record<String>()
    let fixture = try Self.fixture {
      .run { send in
        await sleepDeafToCancellation(seconds: 1)
        await Task(executorPreference: Loop.current) {
          events("is cancelled: \(Task.isCancelled)")
          await send("a")
        }.value
      }
      .cancellable(id: "x")
    }
    fixture.send("start")
    try fixture.settle()
    fixture.send("stop")
    try fixture.advance(seconds: 5)
    #expect(events.entries == ["is cancelled: false"])
    #expect(fixture.actions == ["start", "stop"])
    #expect(fixture.codes == [])
  }

  @Test("B17, B42: the sends of an effect while it is being stopped are dropped, and it ends once")
  func stopping() throws {
    let fixture = try scripted { word in
      switch word {
      case "start":
        .merge(
          .start { handle in
            {
              handle.send("from the stopping")
              handle.fail(CancellationError())
              handle.finish()
            }
          }
          .cancellable(id: "x"),
          .never)
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    let task = fixture.send("start")
    fixture.send("stop")
    #expect(fixture.actions == ["start", "stop"])
    #expect(fixture.codes == [])
    #expect(fixture.store.effectCount == 1)
    #expect(!task.isFinished)
  }

  @Test func `B22: two stores never cancel each other's effects`() throws {
    let first = try Self.fixture { .after(seconds: 1, "a").cancellable(id: "x") }
    let second = try scripted(loop: first.loop) { word in
      switch word {
      case "start": .after(seconds: 1, "a").cancellable(id: "x")
      case "stop": .cancel(id: "x")
      case "again": .after(seconds: 1, "b").cancellable(id: "x", cancelInFlight: true)
      default: .none
      }
    }
    first.send("start")
    second.send("start")
    second.send("stop")
    second.send("again")
    #expect(first.store.effectCount == 1)
    try first.advance(seconds: 1)
    #expect(first.actions == ["start", "a"])
    #expect(second.actions == ["start", "stop", "again", "b"])
  }

  @Test("B39: a body may cancel its own id: it can send nothing more, and its checks throw")
  func ownID() throws {
    let events = Record<String>()
    let fixture = try Self.fixture {
      .run { send in
        await send("stop")
        await send("x")
        do {
          try Task.checkCancellation()
          events("goes on")
        } catch {
          events("\(error is CancellationError)")
        }
        do {
          try await sleep(seconds: 1)
          events("slept")
        } catch {
          events("\(error is CancellationError)")
        }
      }
      .cancellable(id: "x")
    }
    let task = fixture.send("start")
    try fixture.settle()
    #expect(fixture.actions == ["start", "stop"])
    #expect(events.entries == ["true", "true"])
    #expect(task.isFinished)
    #expect(try fixture.finishes(task))
  }
}
