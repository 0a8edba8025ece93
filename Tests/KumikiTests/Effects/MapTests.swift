import Kumiki
import Testing

@Suite struct MapTests {
  @Test func `B10: map rewrites the actions, and timing stays`() throws {
    let fixture = try scripted { word in
      word == "tap"
        ? .merge(.send("now"), .after(seconds: 1, "later")).map { "mapped " + $0 } : .none
    }
    fixture.send("tap")
    try fixture.advance(seconds: 1)
    #expect(fixture.timeline == [at(0, "tap"), at(0, "mapped now"), at(1, "mapped later")])
  }

  @Test func `B10: an id inside a map and one around it both cancel`() throws {
    for id in ["inner", "outer"] {
      let fixture = try scripted { word in
        switch word {
        case "tap":
          .after(seconds: 1, "x").cancellable(id: "inner").map { $0 + $0 }.cancellable(id: "outer")
        case "stop": .cancel(id: id)
        default: .none
        }
      }
      fixture.send("tap")
      fixture.send("stop")
      try fixture.advance(seconds: 2)
      #expect(fixture.actions == ["tap", "stop"])
    }
  }

  @Test("B10: the transform sees the dependencies that were in force where map was called")
  func dependencies() throws {
    @Dependency(\.date) var date
    let handled = Record<Int64>()
    let fixture = try StoreFixture([] as [String]) {
      Reduce<[String], String> { words, word in
        words.append(word)
        handled(date.now)
        guard word == "tap" else { return .none }
        let effect = Effect.merge(.send("now"), .after(seconds: 1, "later"))
        // In force only for the call of `map`: the code that delivers the actions has the store's
        // date.
        return withDependencies {
          $0.date = .constant(42)
        } operation: {
          effect.map { "\($0) \(date.now)" }
        }
      }
    } withDependencies: {
      $0.date = .constant(7)
    }
    fixture.send("tap")
    try fixture.advance(seconds: 1)
    #expect(fixture.actions == ["tap", "now 42", "later 42"])
    #expect(handled.entries == [7, 7, 7])
  }
}
