import Kumiki
import Testing

@Suite struct EffectLeakTests {
  @Test func `B11: completed, failed and cancelled effects leave nothing behind`() async throws {
    await #expect(processExitsWith: .success) {
      try expectNoLeak {
        let fixture = try scripted { word in
          switch word {
          case "complete": .after(seconds: 1, "done").cancellable(id: "x")
          case "fail": .run { _ in throw Failure() }
          case "cancel": .merge(.never.cancellable(id: "y"), .cancel(id: "y"))
          case "chain": .concatenate(.send("a"), .after(seconds: 1, "b"), .send("c"))
          default: .none
          }
        }
        for word in ["complete", "fail", "cancel", "chain"] { fixture.send(word) }
        try fixture.advance(seconds: 2)
        #expect(fixture.actions.count == 8)
        #expect(fixture.store.effectCount == 0)
      }
    }
  }

  @Test func `B28: neither does a store that ends while its effects run`() async throws {
    await #expect(processExitsWith: .success) {
      try expectNoLeak {
        let fixture = try StoreFixture(Family.State(left: Family.State())) { Family() }
        fixture.send(.word("start"))
        fixture.send(.left(.presented(.word("start"))))
        try fixture.advance(seconds: 1)
        let task = fixture.send(.word("replace"))
        fixture.releaseStore()
        #expect(task.isFinished)
        try fixture.settle()
      }
    }
  }

  @Test func `The leak check sees remaining objects`() async {
    await #expect(processExitsWith: .success) {
      let left = try objectsLeft { _ = Unmanaged.passRetained(try scripted { _ in .none }) }
      #expect(left > 0)
    }
  }
}
