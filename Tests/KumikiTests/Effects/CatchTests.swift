import Kumiki
import Testing

@Suite struct CatchTests {
  private struct Broken: Error {
    let what: String
    init(_ what: String) { self.what = what }
  }

  private static func failing(_ what: String) -> Effect<String> {
    .run { _ in throw Broken(what) }
  }

  private static func failed(_ error: any Error) -> String? {
    (error as? Broken).map { "failed: \($0.what)" }
  }

  @Test("B60: the feature hears of an error as the action that the nearest catch makes of it")
  func nearest() throws {
    let fixture = try scripted { word in
      switch word {
      case "load": Self.failing("x").catch(Self.failed)
      case "twice": Self.failing("x").catch { _ in "inner" }.catch { _ in "outer" }
      case "own":
        Effect.run(
          operation: { _ in throw Broken("x") }, catch: { _, send in await send("handled") }
        )
        .catch { _ in "outer" }
      case "none": Self.failing("x").catch { _ in nil }
      case "lifted": Self.failing("x").map { $0 }.catch(Self.failed)
      default: .none
      }
    }
    for word in ["load", "twice", "own", "none", "lifted"] {
      fixture.send(word)
      try fixture.settle()
    }
    #expect(
      fixture.actions == [
        "load", "failed: x", "twice", "inner", "own", "handled", "none", "lifted", "failed: x",
      ])
    #expect(fixture.codes == [])
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B60: an error that nobody maps is an issue")
  func unmapped() throws {
    let fixture = try scripted { $0 == "load" ? Self.failing("x") : .none }
    fixture.send("load")
    try fixture.settle()
    #expect(fixture.codes == [.effectThrew])
  }

  @Test("B61: each failure is told by itself, the others go on, and so does a chain")
  func inside() throws {
    let fixture = try scripted { word in
      switch word {
      case "merge":
        .merge(Self.failing("a"), .after(nanoseconds: 1, "later"), Self.failing("b"))
          .catch(Self.failed)
      case "chain":
        .concatenate(.send("first"), Self.failing("x"), .send("last")).catch(Self.failed)
      default: .none
      }
    }
    fixture.send("merge")
    try fixture.settle()
    #expect(fixture.actions == ["merge", "failed: a", "failed: b"])
    try fixture.advance(seconds: 1)
    #expect(fixture.actions.last == "later")
    fixture.send("chain")
    try fixture.settle()
    #expect(fixture.actions.suffix(4) == ["chain", "first", "failed: x", "last"])
  }

  @Test("B61: ids and dependencies stay, and the transform has those of where catch is called")
  func surroundings() throws {
    let fixture = try scripted { word in
      switch word {
      case "go":
        withDependencies {
          $0.date = .constant(7)
        } operation: {
          Self.failing("x").catch { _ in "at \(DependencyValues.current.date.now)" }
        }
      case "wait":
        Effect.run { send in
          try await Task.sleep(for: .seconds(1))
          await send("waited")
        }
        .cancellable(id: "w").catch { _ in "never" }
      case "cancel": .cancel(id: "w")
      default: .none
      }
    }
    fixture.send("go")
    try fixture.settle()
    #expect(fixture.actions == ["go", "at 7"])
    fixture.send("wait")
    try fixture.settle()
    fixture.send("cancel")
    try fixture.settle()
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.actions == ["go", "at 7", "wait", "cancel"])
  }

  @Test("B62: the error of a cancelled effect reaches nobody")
  func cancelled() throws {
    let fixture = try scripted { word in
      switch word {
      case "go":
        Effect.start { handle in
          {
            handle.fail(Broken("while being stopped"))
            handle.finish()
          }
        }
        .cancellable(id: "x").catch(Self.failed)
      case "cancel": .cancel(id: "x")
      default: .none
      }
    }
    fixture.send("go")
    fixture.send("cancel")
    try fixture.settle()
    #expect(fixture.actions == ["go", "cancel"])
    #expect(fixture.codes == [])
  }
}
