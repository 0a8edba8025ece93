import Kumiki
import Testing

@Suite struct CancelScopeTests {
  typealias State = Family.State

  /// What ticked in the next second, by path.
  static func ticks(
    _ fixture: StoreFixture<Family.State, Family.Action>
  ) throws -> [String] {
    let count = fixture.actions.count
    try fixture.advance(seconds: 1)
    return fixture.actions.dropFirst(count).map(\.text)
  }

  static func left(_ word: String) -> Family.Action { .left(.presented(.word(word))) }
  static func right(_ word: String) -> Family.Action { .right(.presented(.word(word))) }
  static func grandchild(_ word: String) -> Family.Action {
    .left(.presented(.left(.presented(.word(word)))))
  }

  @Test("B19, B20: a cancel reaches the feature and everything below it")
  func below() throws {
    let fixture = try StoreFixture(State(left: State(left: State()), right: State())) { Family() }
    fixture.send(Self.grandchild("start"))
    fixture.send(Self.right("start"))
    #expect(try Self.ticks(fixture) == ["left.left.tick", "right.tick"])
    fixture.send(.word("stop"))
    #expect(fixture.store.effectCount == 0)
    #expect(try Self.ticks(fixture) == [])
  }

  @Test("B19: the child of a plain optional is below its parent as well")
  func optionalChild() throws {
    let fixture = try StoreFixture(Household.State(child: .init())) {
      Reduce<Household.State, Household.Action> { _, action in
        action == .noop ? .cancel(id: Counter.timerID) : .none
      }
      .ifLet(\.child, action: \.child) { Household.ChildReducer() }
    }
    fixture.send(.child(.startTimer))
    fixture.send(.noop)
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B21: a feature cannot cancel its sibling's effects")
  func siblings() throws {
    let fixture = try StoreFixture(State(left: State(), right: State())) { Family() }
    fixture.send(Self.left("start"))
    fixture.send(Self.right("start"))
    fixture.send(Self.left("stop"))
    #expect(try Self.ticks(fixture) == ["right.tick"])
    fixture.send(Self.left("replace"))
    #expect(try Self.ticks(fixture) == ["right.tick", "left.tick"])
  }

  @Test("B21: nor its parent's, by a cancel or by cancelInFlight")
  func parents() throws {
    let fixture = try StoreFixture(State(left: State(left: State()))) { Family() }
    fixture.send(.word("start"))
    fixture.send(Self.left("start"))
    fixture.send(Self.grandchild("stop"))
    #expect(try Self.ticks(fixture) == ["tick", "left.tick"])
    fixture.send(Self.grandchild("replace"))
    #expect(try Self.ticks(fixture) == ["tick", "left.tick", "left.left.tick"])
  }

  @Test("B21: nor its cousin's")
  func cousins() throws {
    let fixture = try StoreFixture(
      State(left: State(left: State()), right: State(left: State()))
    ) { Family() }
    let cousin = { Family.Action.right(.presented(.left(.presented(.word($0))))) }
    fixture.send(cousin("start"))
    fixture.send(Self.grandchild("stop"))
    fixture.send(Self.grandchild("replace"))
    #expect(try Self.ticks(fixture) == ["right.left.tick", "left.left.tick"])
  }

  @Test("B13, B19: a parent's cancelInFlight stops what its cancel would stop")
  func inFlightBelow() throws {
    let fixture = try StoreFixture(State(left: State(left: State()))) { Family() }
    fixture.send(.word("start"))
    fixture.send(Self.grandchild("start"))
    fixture.send(.word("replace"))
    #expect(fixture.store.effectCount == 1)
    #expect(try Self.ticks(fixture) == ["tick"])
  }
}
