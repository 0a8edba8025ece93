import Kumiki
import Testing

@Suite struct ImmediateEffectTests {
  @Test("B1: none produces nothing, and the handle of a send that produced it is finished at once")
  func none() throws {
    let fixture = try scripted { _ in .none }
    let task = fixture.send("tap")
    #expect(task.isFinished)
    #expect(fixture.store.effectCount == 0)
    #expect(try fixture.finishes(task))
    #expect(fixture.loop.now == 0)
    #expect(fixture.actions == ["tap"])
  }

  @Test("B2: an action as an effect is handled in the same burst, before the outer send returns")
  func send() throws {
    let fixture = try scripted { $0 == "tap" ? .send("a") : .none }
    let bursts = Record<[String]>()
    let subscription = fixture.store.subscribe { bursts($0) }
    let task = fixture.send("tap")
    #expect(fixture.state == ["tap", "a"])
    #expect(task.isFinished)
    #expect(bursts.entries == [["tap", "a"]])
    subscription.cancel()
  }

  @Test("B2: it comes behind everything that is already buffered")
  func behind() throws {
    let fixture = try scripted { word in
      switch word {
      case "tap": .merge(.send("a"), .send("b"))
      case "a": .send("of a")
      default: .none
      }
    }
    fixture.send("tap")
    #expect(fixture.actions == ["tap", "a", "b", "of a"])
  }

  @Test("B6: none vanishes from a merge and from a chain, and an empty one is none")
  func vanishing() throws {
    let none: [Effect<String>] = [
      .merge(.none, .none), .merge([] as [Effect<String>]), .none.merge(with: .none),
      .concatenate(.none, .none), .concatenate([] as [Effect<String>]),
      .none.concatenate(with: .none), .none.map { $0 },
    ]
    for effect in none {
      let fixture = try scripted { _ in effect }
      let task = fixture.send("tap")
      #expect(task.isFinished)
      #expect(fixture.store.effectCount == 0)
      #expect(fixture.actions == ["tap"])
    }
    let one: [Effect<String>] = [
      .merge(.none, .send("x")), .merge(.send("x"), .none), .none.merge(with: .send("x")),
      .concatenate(.none, .send("x"), .none), .send("x").concatenate(with: .none),
    ]
    for effect in one {
      let fixture = try scripted { $0 == "tap" ? effect : .none }
      fixture.send("tap")
      #expect(fixture.actions == ["tap", "x"])
    }
  }

  @Test("B42: an effect is counted exactly while it is unfinished")
  func table() throws {
    let fixture = try scripted { word in
      switch word {
      case "immediate":
        .start { handle in
          handle.send("x")
          handle.finish()
          return nil
        }
      case "delay": .after(seconds: 1, "late")
      default: .none
      }
    }
    fixture.send("immediate")
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.actions == ["immediate", "x"])
    fixture.send("delay")
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 0.5)
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 0.5)
    #expect(fixture.store.effectCount == 0)
  }
}
