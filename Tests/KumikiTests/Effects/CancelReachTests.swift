import Kumiki
import Testing

/// The ways by which a cancel finds its effects: through the places of the id, or through the features
/// below, whichever are fewer.
@Suite struct CancelReachTests {
  typealias State = Family.State

  /// What ticked in the next second, by path, in an order of its own.
  static func ticks(
    _ fixture: StoreFixture<Family.State, Family.Action>
  ) throws -> [String] { try CancelScopeTests.ticks(fixture).sorted() }

  static func family() throws -> StoreFixture<Family.State, Family.Action> {
    try StoreFixture(State(left: State(left: State()), right: State())) { Family() }
  }

  @Test("B21: of an id that is in few places, those outside of the feature are left alone")
  func fewPlaces() throws {
    let fixture = try Self.family()
    for id in ["a", "b", "c"] { fixture.send(CancelScopeTests.left("start \(id)")) }
    fixture.send(CancelScopeTests.right("start x"))
    fixture.send(.word("start x"))
    fixture.send(CancelScopeTests.left("stop x"))
    #expect(
      try Self.ticks(fixture) == [
        "left.tick a", "left.tick b", "left.tick c", "right.tick x", "tick x",
      ])
    fixture.send(CancelScopeTests.left("stop b"))
    #expect(try Self.ticks(fixture) == ["left.tick a", "left.tick c", "right.tick x", "tick x"])
  }

  @Test("B19: an id that is in many places is found in the feature and below it, and nowhere else")
  func manyPlaces() throws {
    let fixture = try Self.family()
    for _ in 1...4 { fixture.send(CancelScopeTests.right("start x")) }
    fixture.send(CancelScopeTests.grandchild("start x"))
    fixture.send(CancelScopeTests.grandchild("start y"))
    fixture.send(CancelScopeTests.left("stop x"))
    #expect(
      try Self.ticks(fixture)
        == ["left.left.tick y"] + Array(repeating: "right.tick x", count: 4))
    fixture.send(.word("stop x"))
    #expect(try Self.ticks(fixture) == ["left.left.tick y"])
    #expect(fixture.store.effectCount == 1)
  }

  @Test("B11: effects under one id may end in any order; the others are found by it until they end")
  func anyOrder() throws {
    let fixture = try scripted { word in
      guard let number = Int(word) else { return word == "stop" ? .cancel(id: "x") : .none }
      return .after(seconds: Double([3, 1, 4, 2, 5][number]), "end \(number)").cancellable(id: "x")
    }
    for number in 0..<5 { fixture.send("\(number)") }
    try fixture.advance(seconds: 2)
    #expect(fixture.store.effectCount == 3)
    try fixture.advance(seconds: 1)
    #expect(fixture.state.suffix(3) == ["end 1", "end 3", "end 0"])
    fixture.send("stop")
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.store.table.registeredIDCount == 0)
    try fixture.advance(seconds: 5)
    #expect(fixture.state.last == "stop")
  }

  @Test("C23: what still runs at the end of a store is cancelled in the order of its acceptance")
  func endsInOrder() throws {
    let cancelled = Record<Int>()
    let finishers = Record<StreamObserver<String>>()
    let fixture = try scripted { word in
      guard let number = Int(word) else { return .none }
      return .stream { observer in
        finishers(observer)
        return { cancelled(number) }
      }
    }
    for number in 0..<6 { fixture.send("\(number)") }
    for number in [3, 0, 5] { finishers.entries[number].finish() }
    #expect(fixture.store.effectCount == 3)
    fixture.releaseStore()
    #expect(cancelled.entries == [1, 2, 4])
  }
}
