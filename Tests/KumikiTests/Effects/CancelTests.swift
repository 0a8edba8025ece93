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

  @Test("B12: one cancel stops every effect under the id; without it all deliver")
  func sharedID() throws {
    let fixture = try Self.fixture {
      .merge(
        .after(seconds: 1, "a").cancellable(id: "x"), .after(seconds: 1, "b").cancellable(id: "x"))
    }
    fixture.send("start")
    try fixture.advance(seconds: 1)
    #expect(fixture.actions == ["start", "a", "b"])
    fixture.send("start")
    fixture.send("start")
    #expect(fixture.store.effectCount == 4)
    fixture.send("stop")
    #expect(fixture.store.effectCount == 0)
    try fixture.advance(seconds: 2)
    #expect(fixture.actions == ["start", "a", "b", "start", "start", "stop"])
  }

  @Test("B15: cancelling an unknown id does nothing, silently")
  func unknownID() throws {
    let fixture = try scripted { word in
      switch word {
      case "start": .after(seconds: 1, "a").cancellable(id: "x")
      case "stop": .cancel(id: "nope")
      default: .none
      }
    }
    fixture.send("start")
    #expect(fixture.send("stop").isFinished)
    try fixture.advance(seconds: 1)
    #expect(fixture.actions == ["start", "stop", "a"])
    #expect(fixture.codes == [])
  }

  @Test("B16: in one merge the order decides: cancel then start leaves the new effect running")
  func cancelThenStart() throws {
    let fixture = try Self.fixture {
      .merge(.cancel(id: "x"), .after(seconds: 1, "a").cancellable(id: "x"))
    }
    fixture.send("start")
    try fixture.advance(seconds: 2)
    #expect(fixture.actions == ["start", "a"])
  }

  @Test("B16: start then cancel leaves it cancelled, and its body never begins")
  func startThenCancel() throws {
    let began = Record<Bool>()
    let fixture = try Self.fixture {
      .merge(
        .run { send in
          began(true)
          await send("a")
        }
        .cancellable(id: "x"),
        .cancel(id: "x"))
    }
    let task = fixture.send("start")
    #expect(task.isFinished)
    try fixture.advance(seconds: 2)
    #expect(began.entries == [])
    #expect(fixture.actions == ["start"])
  }

  @Test("B17: a body that ignores its cancellation delivers nothing any more")
  func deafBody() throws {
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

  @Test("B17: nor do tasks that it made, and that were not cancelled with it")
  func unstructuredTask() throws {
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

  @Test("B17: an action that had entered the buffer when its effect was cancelled is processed")
  func buffered() throws {
    let fixture = try Self.fixture {
      // "stop" is ahead of "a" in the buffer, and cancels the effect that sent "a".
      .merge(
        .send("stop"),
        .start { handle in
          handle.send("a")
          handle.loop.schedule(after: 1_000_000_000) { handle.send("late") }
          return nil
        }
        .cancellable(id: "x"))
    }
    fixture.send("start")
    #expect(fixture.actions == ["start", "stop", "a"])
    #expect(fixture.store.effectCount == 0)
    try fixture.advance(seconds: 2)
    #expect(fixture.actions == ["start", "stop", "a"])
  }

  @Test("B17, B42: what an effect does while it is being stopped is dropped, and it ends once")
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

  @Test("B22: two stores never cancel each other's effects")
  func twoStores() throws {
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

  @Test("B38: cancelling the inner id or the outer one stops the effect", arguments: ["in", "out"])
  func twoIDs(cancelled: String) throws {
    let fixture = try scripted { word in
      switch word {
      case "start": .after(seconds: 1, "a").cancellable(id: "in").cancellable(id: "out")
      case "stop": .cancel(id: cancelled)
      default: .none
      }
    }
    fixture.send("start")
    fixture.send("stop")
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.store.table.registeredIDCount == 0)
    try fixture.advance(seconds: 2)
    #expect(fixture.actions == ["start", "stop"])
  }

  @Test("B9, B39: what an effect sends after it was cancelled around itself is dropped")
  func aroundItself() throws {
    let effects: [() -> Effect<String>] = [
      { .merge(.merge(.after(seconds: 1, "late"), .cancel(id: "x")), .send("never")) },
      { .merge(.after(seconds: 1, "late"), .cancel(id: "x"), .send("never")) },
      { .concatenate(.merge(.after(seconds: 1, "late"), .cancel(id: "x")), .send("never")) },
    ]
    for effect in effects {
      let fixture = try Self.fixture {
        .merge(
          .merge(.send("before"), effect()).cancellable(id: "x"),
          .send("beside"))
      }
      let task = fixture.send("start")
      #expect(task.isFinished)
      try fixture.advance(seconds: 2)
      #expect(fixture.actions == ["start", "before", "beside"])
    }
  }

  @Test("B39: a body may cancel its own id: it can send no more, and its checks throw")
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
