import Kumiki
import Testing

@Suite struct EffectErrorTests {
  @Test func `B23: an unhandled error is one effect-threw; other effects continue`() throws {
    let fixture = try scripted { word in
      guard word == "tap" else { return .none }
      return .merge(
        .run { _ in
          try await sleep(seconds: 1)
          throw Failure()
        },
        .after(seconds: 2, "other"))
    }
    let task = fixture.send("tap")
    try fixture.advance(seconds: 1)
    #expect(fixture.codes == [.effectThrew])
    #expect(fixture.issues.first?.message.contains("Failure") == true)
    #expect(fixture.issues.first?.label.contains("EffectErrorTests.swift:") == true)
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 1)
    #expect(fixture.actions == ["tap", "other"])
    #expect(task.isFinished)
    #expect(fixture.codes == [.effectThrew])
  }

  @Test func `B24: a handler receives the error and may send`() throws {
    let fixture = try scripted { word in
      guard word == "tap" else { return .none }
      return .run { _ in
        throw Failure()
      } catch: { error, send in
        await send("caught \(error)")
      }
    }
    let task = fixture.send("tap")
    try fixture.settle()
    #expect(fixture.actions == ["tap", "caught Failure()"])
    #expect(fixture.codes == [])
    #expect(task.isFinished)
  }

  @Test("B24: a cancellation is never passed to the handler", arguments: [true, false])
  func cancellation(byItself: Bool) throws {
    let caught = Record<String>()
    let fixture = try scripted { word in
      switch word {
      case "tap":
        .run { send in
          // Without the cancel the body itself throws the cancellation.
          if byItself { await send("stop") }
          throw CancellationError()
        } catch: { error, send in
          caught("\(error)")
          await send("caught")
        }
        .cancellable(id: "x")
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    fixture.send("tap")
    try fixture.settle()
    #expect(caught.entries == [])
    #expect(fixture.actions == (byItself ? ["tap", "stop"] : ["tap"]))
    #expect(fixture.codes == [])
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B25: any error of a cancelled effect is ignored", arguments: [true, false])
  func afterCancellation(hasHandler: Bool) throws {
    let events = Record<String>()
    let handler: @Sendable (any Error, Send<String>) async -> Void = { _, send in
      events("handler")
      await send("caught")
    }
    let fixture = try scripted { word in
      switch word {
      case "tap":
        .run(
          operation: { _ in
            do {
              try await sleep(seconds: 1)
            } catch {
              events("unwinding")
              throw Failure()
            }
          },
          catch: hasHandler ? handler : nil
        )
        .cancellable(id: "x")
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    fixture.send("tap")
    try fixture.settle()
    fixture.send("stop")
    try fixture.advance(seconds: 2)
    #expect(events.entries == ["unwinding"])
    #expect(fixture.actions == ["tap", "stop"])
    #expect(fixture.codes == [])
  }

  @Test("B27: a sender kept beyond its body reports send-after-completion, and still delivers")
  func afterCompletion() throws {
    let kept = Record<Send<String>>()
    let fixture = try scripted { word in
      word == "tap" ? .run { kept($0) } : .none
    }
    let task = fixture.send("tap")
    try fixture.settle()
    #expect(task.isFinished)
    #expect(fixture.codes == [])
    Task(executorPreference: fixture.loop) { await kept.entries[0]("late") }
    try fixture.settle()
    #expect(fixture.codes == [.sendAfterCompletion])
    #expect(fixture.state == ["tap", "late"])
  }

  @Test("B28: destroying the store cancels running effects; their later sends are dropped silently")
  func storeEnds() throws {
    let events = Record<String>()
    let fixture = try scripted { word in
      guard word == "tap" else { return .none }
      return .merge(
        .run { send in
          do {
            try await sleep(seconds: 1)
            events("woke")
          } catch {
            events("cancelled")
            await send("from the unwinding")
            throw Failure()
          }
        },
        .run { send in
          await sleepDeafToCancellation(seconds: 1)
          events("deaf, told: \(Task.isCancelled)")
          await send("from the deaf")
        })
    }
    fixture.send("tap")
    try fixture.settle()
    fixture.releaseStore()
    try fixture.advance(seconds: 5)
    #expect(events.entries == ["cancelled", "deaf, told: true"])
    #expect(fixture.actions == ["tap"])
    #expect(fixture.codes == [])
  }
}
