import Kumiki
import Testing

@Suite struct ImmediateEffectTests {
  @Test func `B6: the effect none vanishes from merges and chains; an empty one is none`() throws {
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

  @Test func `B42: an effect that completes while it starts is not counted`() throws {
    let fixture = try scripted { word in
      switch word {
      case "immediate":
        .start { handle in
          handle.send("x")
          handle.finish()
          return nil
        }
      default: .none
      }
    }
    fixture.send("immediate")
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.actions == ["immediate", "x"])
  }
}
